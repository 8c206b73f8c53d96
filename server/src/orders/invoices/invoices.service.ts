import type { Database } from '../../platform/database/database.ts'
import { BusyError, notFound } from '../../platform/http/errors.ts'
import { lazily } from '../../platform/runtime/lazily.ts'
import { findOrder } from '../orders.repository.ts'
import { type InvoiceDocument, invoiceDocument } from './invoice-document.ts'
import { findInvoice } from './invoices.repository.ts'

export interface InvoiceFile {
  name: string
  content: Buffer
}

const MOST_WAITING = 50

/** A worker thread draws, so that other requests do not wait. */
const drawing = lazily(async () => {
  const { Piscina } = await import('piscina')
  return new Piscina<InvoiceDocument, Uint8Array>({
    filename: new URL('draw-invoice.ts', import.meta.url).href,
    name: 'drawInvoice',
    ...{ minThreads: 0, maxThreads: 1, idleTimeout: 20_000 },
    resourceLimits: { maxOldGenerationSizeMb: 128 },
  })
})

/** Another account's invoice is not found; staff ask with no account. */
export async function makeInvoice(db: Database, id: string, userId?: string): Promise<InvoiceFile> {
  const invoice = await findInvoice(db, id, userId)
  const order = invoice && (await findOrder(db, invoice.order_id))
  if (!invoice || !order) throw notFound('Invoice not found.')

  const pool = await drawing()
  if (pool.queueSize >= MOST_WAITING) throw new BusyError()
  const content = await pool.run(invoiceDocument(invoice, order))
  return {
    name: `${invoice.kind}-${invoice.number.replace(/[^A-Za-z0-9-]+/g, '-')}.pdf`,
    content: Buffer.from(content),
  }
}
