import { basename } from 'node:path'
import { EMAIL_FORMATS, type Order, paths, pictureUrl, type ShopSettings, SPEC_GATEWAY } from '@mela/contract'
import { sql } from 'kysely'
import type { FileStore } from '../media/file-store.ts'
import type { PictureMaker } from '../media/pictures.ts'
import { findOwnOrder } from '../orders/read-orders.ts'
import { CANCELLED } from '../payments/rows.ts'
import { isEmailConfirmed } from '../people/email-rows.ts'
import type { Database } from '../platform/database/database.ts'
import type { Email } from '../platform/mail/outbox.ts'
import type { Env } from '../platform/runtime/env.ts'
import type { Draft } from './layout.ts'
import { type OrderMoney, writeOrderEmail } from './order-emails.ts'

interface OrderContext {
  db: Database
  env: Env
  shop: ShopSettings
  pictures: EmailPictures
}

/** Undefined when the email must not be sent any more. */
export async function draftOfOrder(
  { db, env, shop, pictures }: OrderContext,
  email: Extract<Email, { order: string }>,
  { id, firstName }: { id: string; firstName: string },
): Promise<Draft | undefined> {
  const found = await findOwnOrder(db, id, email.order)
  if (!found || isOutOfDate(email.kind, found)) return undefined
  const order = await withEmailPictures(pictures, found)

  const orderUrl = new URL(paths.pay(order._id), env.publicUrl).href
  const shippingAddress = (await mayRepeatAddress(db, id, order)) ? order.shippingAddress : undefined
  const money = await findOrderMoney(db, order._id, email.kind === 'order-refunded' ? email.refund : null)
  if (email.kind === 'order-refunded' && money.ofThisRefund === 0) return undefined
  const facts = { firstName, shop, order, money, shippingAddress, orderUrl, shopUrl: env.publicUrl }
  return writeOrderEmail(email.kind, facts)
}

/** An order may change while its email waits. */
function isOutOfDate(kind: Email['kind'], { status, payment }: Order): boolean {
  if (kind === 'order-placed') return status !== 'pending' || payment !== null
  if (kind === 'order-payment-pending') return status !== 'pending' || payment?.status !== 'pending'
  if (kind === 'order-paid') return status === 'cancelled' || status === 'refunded'
  return kind === 'order-shipped' && status !== 'shipped' && status !== 'delivered'
}

/** The delivery address of an unpaid order is free text, and an unconfirmed email address may be another person's. */
const mayRepeatAddress = async (db: Database, userId: string, { status }: Order): Promise<boolean> =>
  (status !== 'pending' && status !== 'cancelled') || (await isEmailConfirmed(db, userId))

async function findOrderMoney(db: Database, orderId: string, refund: string | null): Promise<OrderMoney> {
  const { rows } = await sql<OrderMoney>`
    select
      coalesce(sum(amount_cents) filter (where status = 'completed'), 0)::bigint as paid,
      coalesce(sum(refunded_cents) filter (where status = 'completed'), 0)::bigint as refunded,
      coalesce(sum((
        select sum(refunds.amount_cents) from refunds
        where payment_id = payments.id and origin = 'automatic' and reason = ${CANCELLED}
          and state <> 'failed' and not (disputed and state = 'queued')
      )), 0)::bigint as returning,
      coalesce(bool_or(disputed and status <> 'failed' and refunded_cents < amount_cents), false) as "isContested",
      coalesce(bool_or(status = 'pending' and problem is null), false) as "isPending",
      coalesce(max(gateway), ${SPEC_GATEWAY}) as gateway,
      coalesce(sum((
        select amount_cents from refunds where payment_id = payments.id and provider_refund_id = ${refund}
      )), 0)::bigint as "ofThisRefund"
    from payments where order_id = ${orderId}`.execute(db)
  if (!rows[0]) throw new Error('A sum of no rows is one row.')
  return rows[0]
}

export interface EmailPictures {
  files: FileStore
  maker: Pick<PictureMaker, 'makeEmailPicture'>
}

/** The format is made when an email first shows the picture; undefined when that fails. */
export async function emailPictureUrl({ files, maker }: EmailPictures, url: string): Promise<string | undefined> {
  for (const format of EMAIL_FORMATS) {
    const made = pictureUrl(url, 400, format)
    if (await files.has(basename(made))) return made
  }
  // An email that lacks a picture is better than none.
  const made = await maker.makeEmailPicture(basename(url)).catch(() => undefined)
  return made && url.replace(basename(url), made.file)
}

async function withEmailPictures(pictures: EmailPictures, order: Order): Promise<Order> {
  const products: Order['products'] = []
  for (const line of order.products) {
    const { thumbnail } = line.product
    const url = thumbnail && (await emailPictureUrl(pictures, thumbnail.url))
    products.push({ ...line, product: { ...line.product, thumbnail: thumbnail && url ? { ...thumbnail, url } : null } })
  }
  return { ...order, products }
}
