/**
 * What a failure means, for programs (ADR 0004): sentences may be reworded, a code keeps its meaning. Codes may be added,
 * so a client treats an unknown one by its status.
 */
export const errorCodes = [
  // By class of status, where the call and the sentence say the rest.
  'invalid_request',
  'validation_failed',
  'unauthenticated',
  'forbidden',
  'not_found',
  'conflict',
  'too_large',
  'unsupported_media_type',
  'rate_limited',
  'internal_error',

  // Temporary; Retry-After says for how long.
  'shop_busy',
  'shop_closed',
  'database_unavailable',
  'database_slow',
  'disk_full',
  'provider_unavailable',
  'work_late',

  'cross_origin',
  'wrong_host',
  'invalid_signature',
  'invalid_file',
  /** The key stands for another request. */
  'idempotency_key_reused',
  /** Changed since the sender has loaded it. */
  'version_conflict',

  'invalid_credentials',
  'account_deactivated',
  'two_factor_required',
  'two_factor_already_on',
  'two_factor_not_on',
  /** The shop demands two-factor sign-in of its staff, and the caller has not set it up. */
  'two_factor_demanded',
  'wrong_code',
  'wrong_password',
  'password_too_common',
  'email_taken',
  'email_already_confirmed',
  'link_expired',
  'demo_account',
  'own_account',
  /** The link is for the holder of another address than that of the account. */
  'other_account',
  'last_admin',
  /** Another admin has to confirm the role, which was given without a password. */
  'role_not_confirmed',
  'order_under_way',
  'address_limit',

  'slug_taken',
  'name_taken',
  'sku_taken',
  'category_in_use',
  'already_reviewed',
  'cannot_undo',

  'product_unavailable',
  'out_of_stock',
  'price_changed',
  'no_delivery',
  'quantity_limit',
  'order_total_limit',
  'unpaid_order_limit',

  'invalid_status_change',
  'order_not_cancellable',
  'order_not_payable',
  'order_not_paid',
  'payment_disputed',
  /** It looks like fraud, and staff have not looked at it yet. */
  'order_to_review',
  /** Too many cards were tried. */
  'payments_declined',
  'payment_unknown',
  /** The provider wants its buyer to agree again, as to a higher amount. */
  'payment_unapproved',
  'payment_of_other_order',
  /** Its payee, amount or reference is not what the shop asked for. */
  'payment_not_accepted',
  'amount_mismatch',
  'gateway_not_connected',
  /** A rehearsal lacks what a live shop needs. */
  'not_ready',
  /** The owner does not offer this way to pay for such an order. */
  'gateway_not_offered',
  /** More was recorded than is due. */
  'receipt_too_large',
  'nothing_to_refund',
  'refund_under_way',
  'already_refunded',
  'refund_too_large',
  'action_not_allowed',
  'provider_refused',
] as const

export type ErrorCode = (typeof errorCodes)[number]
