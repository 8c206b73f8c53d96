/** The issues that PayPal answers with HTTP 422, with its own descriptions. */
export const issues = {
  ACTION_NOT_ALLOWED_IN_CURRENT_DISPUTE_STATE:
    'This action is not allowed for this dispute ID. For the allowed actions, see the HATEOAS link in show dispute details.',
  AMOUNT_MISMATCH:
    'Should equal item_total + tax_total + shipping + handling + insurance - shipping_discount - discount.',
  AMOUNT_CHANGE_NOT_ALLOWED: 'The amount specified is different from the amount authorized by payer.',
  CANNOT_BE_NEGATIVE:
    'Must be greater than or equal to 0. If the currency supports decimals, only two decimal place precision is supported.',
  CANNOT_BE_ZERO_OR_NEGATIVE:
    'Must be greater than zero. If the currency supports decimals, only two decimal place precision is supported.',
  CAPTURE_FULLY_REFUNDED: 'The capture has already been fully refunded.',
  CARD_EXPIRED: 'The card is expired',
  CITY_REQUIRED: 'The specified country requires a city (address.admin_area_2).',
  COMPLIANCE_VIOLATION: 'Transaction is declined due to compliance violation.',
  DECIMAL_PRECISION: 'If the currency supports decimals, only two decimal place precision is supported.',
  DOMESTIC_TRANSACTION_REQUIRED:
    'This transaction requires the payee and payer to be resident in the same country, a domestic transaction is required to create this payment.',
  DUPLICATE_INVOICE_ID:
    'Duplicate Invoice ID detected. To avoid a potential duplicate transaction your account setting requires that Invoice Id be unique for each transaction.',
  INSTRUMENT_DECLINED:
    "The instrument presented was either declined by the processor or bank, or it can't be used for this payment.",
  INVALID_CURRENCY_CODE:
    'Currency code is invalid or is not currently supported. Please refer https://developer.paypal.com/api/rest/reference/currency-codes/ for list of supported currency codes.',
  ITEM_TOTAL_MISMATCH: 'Should equal sum of (unit_amount * quantity) across all items for a given purchase_unit.',
  ITEM_TOTAL_REQUIRED:
    'If item details are specified (items.unit_amount and items.quantity) corresponding amount.breakdown.item_total is required.',
  MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED: 'You have exceeded the maximum number of payment attempts.',
  MAX_NUMBER_OF_REFUNDS_EXCEEDED: 'You have exceeded the number of refunds that can be processed per capture.',
  MAX_VALUE_EXCEEDED: 'Should be less than or equal to 9999999.99.',
  MULTI_CURRENCY_ORDER:
    'Multiple differing values of currency_code are not supported. Entire Order request must have the same currency_code.',
  ORDER_ALREADY_CAPTURED: "Order already captured. If 'intent=CAPTURE' only one capture per order is allowed.",
  ORDER_ALREADY_COMPLETED: 'The order cannot be patched after it is completed.',
  ORDER_NOT_APPROVED:
    "Payer has not yet approved the Order for payment. Please redirect the payer to the 'rel':'approve' url returned as part of the HATEOAS links within the Create Order call.",
  PARTIAL_REFUND_NOT_ALLOWED: 'Partial refund is not allowed for this capture.',
  PAYEE_ACCOUNT_RESTRICTED: 'The merchant account is restricted.',
  PAYER_ACCOUNT_RESTRICTED: 'PAYER_ACCOUNT_RESTRICTED',
  PAYER_ACTION_REQUIRED: 'Transaction cannot complete successfully, instruct the buyer to return to PayPal.',
  PAYER_CANNOT_PAY:
    'Payer cannot pay for this transaction. Please contact the payer to find other ways to pay for this transaction.',
  PENDING_CAPTURE: 'Cannot initiate a refund as the capture is pending.',
  REDIRECT_PAYER_FOR_ALTERNATE_FUNDING: 'Transaction failed. Redirect the payer to select another funding source.',
  REFERENCE_ID_NOT_FOUND:
    "Filter expression value is incorrect. Please check the value of the 'reference_id' and try again.",
  REFUND_AMOUNT_EXCEEDED:
    'The refund amount must be less than or equal to the capture amount that has not yet been refunded.',
  REFUND_CAPTURE_CURRENCY_MISMATCH: 'Refund must be in the same currency as the capture.',
  REFUND_FAILED_INSUFFICIENT_FUNDS: 'Refund cannot be processed due to insufficient funds.',
  REFUND_NOT_ALLOWED: 'This capture cannot be refunded.',
  REFUND_NOT_PERMITTED_DUE_TO_CHARGEBACK:
    'Refunds not allowed on this capture due to a chargeback on the card or bank. Please contact the payee to resolve the chargeback.',
  REFUND_TIME_LIMIT_EXCEEDED: 'You are over the time limit to perform a refund on this capture.',
  TAX_TOTAL_MISMATCH: 'Should equal sum of (tax * quantity) across all items for a given purchase_unit.',
  TAX_TOTAL_REQUIRED:
    'If item details are specified (items.tax_total and items.quantity) corresponding amount.breakdown.tax_total is required.',
  TRANSACTION_DISPUTED:
    'Partial refunds cannot be offered at this time because there is an open case on this transaction.',
  TRANSACTION_REFUSED: 'The request was refused.',
} as const

export type Issue = keyof typeof issues

export function isIssue(code: string): code is Issue {
  return Object.hasOwn(issues, code)
}
