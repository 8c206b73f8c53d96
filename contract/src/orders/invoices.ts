import { z } from 'zod'
import type { Endpoints } from '../shared/endpoint.ts'
import { objectId, oneOf } from '../shared/fields.ts'

export const INVOICE_KINDS = ['invoice', 'credit-note'] as const
export type InvoiceKind = (typeof INVOICE_KINDS)[number]

export const orderInvoice = z.object({
  _id: objectId,
  kind: oneOf(INVOICE_KINDS),
  /** Each kind and year has a series of its own without gaps. */
  number: z.string(),
  amount: z.number(),
  issuedAt: z.iso.datetime(),
})

export const INVOICE_TITLES: Record<InvoiceKind, string> = { invoice: 'Invoice', 'credit-note': 'Credit note' }

export const invoiceCalls = {
  'GET /invoices/:id': {
    access: 'signed in',
    limit: 'payments',
    whileClosed: true,
    params: z.object({ id: objectId }),
    response: { 200: z.unknown().describe('application/pdf') },
  },
} as const satisfies Endpoints
