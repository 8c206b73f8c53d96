/** Names of the fields that PayPal documents: `!` marks required ones. */
const shapes = {
  token: 'scope! access_token! token_type! app_id! expires_in! nonce!',
  problem: 'name! message! debug_id! details links',
  link: 'href! rel! method',
  webhook: 'id! url! event_types! links!',
  event: 'id! event_version! create_time! resource_type! resource_version! event_type! summary! resource! links!',
  listedEvent:
    'id! event_version! create_time! resource_type! resource_version! event_type! summary! resource! transmissions links!',
  transmission: 'webhook_url http_status reason_phrase response_headers transmission_id status timestamp',
  verification: 'verification_status!',
  disputes: 'items! links!',
  listedDispute:
    'dispute_id! create_time! update_time! disputed_transactions reason! status! dispute_state! dispute_amount! dispute_life_cycle_stage! dispute_channel! links!',
  dispute:
    'dispute_id! create_time! update_time! disputed_transactions! reason! status! dispute_state! dispute_amount! dispute_outcome dispute_life_cycle_stage! dispute_channel! messages evidences seller_response_due_date buyer_response_due_date allowed_response_options offer communication_details extensions links!',
  disputedTransaction:
    'buyer_transaction_id seller_transaction_id! reference_id create_time transaction_status gross_amount invoice_number custom buyer seller items seller_protection_eligible',
  outcome: 'outcome_code! amount_refunded',
} as const

/** Deviations of the value's fields from PayPal's documentation, in words; empty without any. */
export function shapeProblems(name: keyof typeof shapes, value: object) {
  const fields = shapes[name].split(' ')
  const known = fields.map(field => field.replace('!', ''))
  const required = fields.filter(field => field.endsWith('!')).map(field => field.slice(0, -1))
  return [
    ...Object.keys(value).flatMap(field => (known.includes(field) ? [] : [`${name} has no field ${field}`])),
    ...required.flatMap(field => (Object.hasOwn(value, field) ? [] : [`${name} lacks ${field}`])),
  ]
}
