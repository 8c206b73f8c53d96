/** PayPal's names of the webhooks that tests wait for. */
export const paypalEventNames = {
  approved: 'CHECKOUT.ORDER.APPROVED',
  completed: 'PAYMENT.CAPTURE.COMPLETED',
  denied: 'PAYMENT.CAPTURE.DENIED',
  refunded: 'PAYMENT.CAPTURE.REFUNDED',
  reversed: 'PAYMENT.CAPTURE.REVERSED',
  'dispute created': 'CUSTOMER.DISPUTE.CREATED',
  'dispute resolved': 'CUSTOMER.DISPUTE.RESOLVED',
} as const
