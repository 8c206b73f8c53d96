import { z } from 'zod'
import { byId, type Endpoints, envelope, pageOf } from '../shared/endpoint.ts'
import { flag, objectId, omittable } from '../shared/fields.ts'
import { listQuery } from '../shared/paging.ts'
import { fieldChange } from './product-changes.ts'
import { staffProductFilters } from './products.ts'

const PRODUCT_LISTS = ['active', 'on-sale', 'inactive'] as const
export type ProductList = (typeof PRODUCT_LISTS)[number]

export const ROW_KINDS = ['created', 'updated', 'unchanged', 'refused'] as const
export type RowKind = (typeof ROW_KINDS)[number]

const productImport = z.object({
  _id: objectId,
  fileName: z.string(),
  /** 'checked': nothing was written yet. */
  state: z.enum(['checked', 'running', 'done']),
  createdAt: z.string(),
  finishedAt: z.string().nullable(),
  rows: z.record(z.enum(ROW_KINDS), z.number()),
  written: z.number(),
  withoutCategory: z.number(),
  namesakes: z.number(),
  ignored: z.array(z.string()),
  notes: z.array(z.string()),
  lacking: z.string(),
  isForeign: z.boolean(),
  pictures: z.object({ waiting: z.number(), done: z.number(), failed: z.number() }),
})
export type ProductImport = z.output<typeof productImport>

export const LEFT_ALONE = 'It stays as it is, as you chose.'

const importRow = z.object({
  /** A product's first row, as in a spreadsheet; row 1 names the columns. */
  row: z.number(),
  kind: z.enum(ROW_KINDS),
  product: objectId.nullable(),
  isNamesake: z.boolean(),
  name: z.string(),
  changes: z.array(fieldChange),
  errors: z.record(z.string(), z.string()),
  warnings: z.array(z.string()),
})
export type ImportRow = z.output<typeof importRow>

const failedPicture = z.object({
  product: objectId,
  name: z.string(),
  address: z.string(),
  reason: z.string(),
})

export const importCalls = {
  'GET /products/export': {
    access: 'admin',
    querystring: listQuery()
      .pick({ keyword: true })
      .extend({ list: z.enum(PRODUCT_LISTS).optional().catch(undefined), ...staffProductFilters }),
    response: { 200: z.unknown().describe('text/csv') },
  },
  /** A multipart form has the CSV in its field `file`; the check writes nothing. */
  'POST /imports': { access: 'admin', limit: 'uploads', response: { 201: envelope(productImport) } },
  'GET /imports': { access: 'admin', response: { 200: envelope(z.array(productImport)) } },
  'GET /imports/:id': { access: 'admin', params: byId, response: { 200: envelope(productImport) } },
  'GET /imports/:id/rows': {
    access: 'admin',
    params: byId,
    querystring: listQuery()
      .pick({ page: true, size: true })
      .extend({ kind: z.enum(ROW_KINDS).optional().catch(undefined) }),
    response: { 200: pageOf(importRow) },
  },
  /** A repeated call starts no second import. `category` receives products for which the file names none. */
  'POST /imports/:id/start': {
    access: 'admin',
    params: byId,
    body: z.object({ category: omittable(objectId), leavesPresent: omittable(flag) }).nullish(),
    response: { 200: envelope(productImport) },
  },
  'GET /imports/:id/failed-pictures': {
    access: 'admin',
    params: byId,
    querystring: listQuery().pick({ page: true, size: true }),
    response: { 200: pageOf(failedPicture) },
  },
  'POST /imports/:id/retry-pictures': { access: 'admin', params: byId, response: { 200: envelope(productImport) } },
} as const satisfies Endpoints
