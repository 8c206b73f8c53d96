import type {
  CartLine,
  FieldChange,
  GiftCardReason,
  Media,
  OrderStatus,
  PaymentGatewayName,
  PlannedPrice,
  PlannedPriceInput,
  ProductOption,
  ShippingAddress,
  ShopSettings,
  WayToPay,
} from '@mela/contract'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

/**
 * What schema.sql does not tell of a column: what its JSON holds, its words, or that a trigger sets it. `tables.ts` uses it.
 * @public
 */
export interface ColumnTypes {
  'sessions.expires_at': Generated<Date>
  'products.updated_at': GeneratedAlways<Date>
  'products.options': ProductOption[]
  'planned_prices.target': PlannedPriceInput['target']
  'planned_prices.kind': PlannedPriceInput['kind']
  'planned_prices.state': Generated<PlannedPrice['state']>
  'option_sets.variants': Record<string, string>[]
  'option_sets.spelled': Record<string, string>[]
  'orders.shipping_address': ShippingAddress
  'carts.lines': CartLine[]
  'shared_carts.lines': CartLine[]
  'orders.arrives_from': ColumnType<Date | null, Date | string | null>
  'orders.arrives_to': ColumnType<Date | null, Date | string | null>
  'orders.billing_address': ShippingAddress
  'order_lines.options': Record<string, string>
  'order_lines.picture': Media
  'order_lines.gift_cards': { quantity: number; email?: string | undefined; message?: string | undefined }[] | null
  'gift_card_ledger.reason': GiftCardReason
  'order_history.from_status': OrderStatus | null
  'order_history.to_status': OrderStatus
  'payment_attempts.gateway': PaymentGatewayName
  'payments.gateway': WayToPay
  'provider_accounts.gateway': PaymentGatewayName
  'webhook_events.gateway': PaymentGatewayName
  'webhook_events.event_type': 'approved' | 'reversed' | 'changed'
  'disputes.gateway': PaymentGatewayName
  'invoices.seller': Partial<ShopSettings>
  'invoices.payable': { until: string | null; rows: [label: string, value: string][] }
  'service_keys.shown': Record<string, string>
  'audit_log.id': GeneratedAlways<number>
  'audit_log.hash': GeneratedAlways<Buffer>
  'audit_log.before': Record<string, unknown>
  'audit_log.after': Record<string, unknown>
  'imports.ignored': string[]
  'imports.notes': string[]
  'imported_pictures.variants': string[][]
  'import_rows.input': Record<string, unknown>
  'import_rows.changes': FieldChange[]
  'import_rows.errors': Record<string, string>
  'import_rows.warnings': string[]
  'settings.changes': Record<string, Record<string, unknown>>
}
