/** What a live shop requires. */
export const liveEnvironment = {
  SHOP_MODE: 'live',
  PAYPAL_ENVIRONMENT: 'live',
  PAYPAL_CLIENT_ID: 'client',
  PAYPAL_CLIENT_SECRET: 'secret',
  PAYPAL_WEBHOOK_ID: 'webhook',
}
