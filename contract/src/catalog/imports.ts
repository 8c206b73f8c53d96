import { z } from 'zod'
import { type Endpoint, envelope, pageOf } from '../shared/endpoint.ts'
import { objectId } from '../shared/fields.ts'
import { listQuery } from '../shared/paging.ts'
import { fieldChange } from './product-changes.ts'

export const PRODUCT_LISTS = ['active', 'on-sale', 'inactive'] as const
export type ProductList = (typeof PRODUCT_LISTS)[number]

/** A table of products for spreadsheets: a list as the dashboard shows it, or everything. */
export const exportProducts = {
  method: 'GET',
  url: '/products/export',
  schema: {
    tags: ['products'],
    querystring: listQuery()
      .pick({ keyword: true })
      .extend({ list: z.enum(PRODUCT_LISTS).optional().catch(undefined) }),
    response: { 200: z.unknown().describe('text/csv') },
  },
} as const satisfies Endpoint

/** What becomes of a row: of those that are not refused, what the import will do, or has done. */
export const ROW_KINDS = ['created', 'updated', 'unchanged', 'refused'] as const
export type RowKind = (typeof ROW_KINDS)[number]

export const productImport = z.object({
  _id: objectId,
  fileName: z.string(),
  /** Checked means that nothing was written yet. */
  state: z.enum(['checked', 'running', 'done']),
  createdAt: z.string(),
  finishedAt: z.string().nullable(),
  rows: z.record(z.enum(ROW_KINDS), z.number()),
  /** How many of the rows to be created or updated are done. */
  written: z.number(),
})
export type ProductImport = z.output<typeof productImport>

export const importRow = z.object({
  /** As spreadsheets number their rows; the first one names the columns. */
  row: z.number(),
  kind: z.enum(ROW_KINDS),
  product: objectId.nullable(),
  name: z.string(),
  changes: z.array(fieldChange),
  /** Why it is refused, by column; what is wrong with the whole row stands under ''. */
  errors: z.record(z.string(), z.string()),
})
export type ImportRow = z.output<typeof importRow>

const byId = z.object({ id: objectId })

/** A multipart form with the CSV in its field `file`: says what it would do, row by row, and writes nothing. */
export const checkImport = {
  method: 'POST',
  url: '/imports',
  schema: { tags: ['imports'], response: { 201: envelope(productImport) } },
} as const satisfies Endpoint

/** The newest ones that were started: whoever has left the page of one finds it here. */
export const listImports = {
  method: 'GET',
  url: '/imports',
  schema: { tags: ['imports'], response: { 200: envelope(z.array(productImport)) } },
} as const satisfies Endpoint

export const getImport = {
  method: 'GET',
  url: '/imports/:id',
  schema: { tags: ['imports'], params: byId, response: { 200: envelope(productImport) } },
} as const satisfies Endpoint

export const listImportRows = {
  method: 'GET',
  url: '/imports/:id/rows',
  schema: {
    tags: ['imports'],
    params: byId,
    querystring: listQuery()
      .pick({ page: true, size: true })
      .extend({ kind: z.enum(ROW_KINDS).optional().catch(undefined) }),
    response: { 200: pageOf(importRow) },
  },
} as const satisfies Endpoint

/** Begins to write what was checked, in the background. Asking again changes nothing. */
export const startImport = {
  method: 'POST',
  url: '/imports/:id/start',
  schema: { tags: ['imports'], params: byId, response: { 200: envelope(productImport) } },
} as const satisfies Endpoint
