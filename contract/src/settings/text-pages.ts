import { z } from 'zod'
import { seoFields } from '../catalog/staff-categories.ts'
import { STAFF_PAGE_CAP } from '../shared/constants.ts'
import { byId, done, type Endpoints, envelope, pageOf } from '../shared/endpoint.ts'
import { exactText, flag, line, notAnObject, number, objectId, omittable, SLUG, text } from '../shared/fields.ts'
import { listQuery } from '../shared/paging.ts'
import { settingsAuditEvent } from './settings.ts'

export const textPage = z.object({
  slug: z.string(),
  title: z.string(),
  html: z.string(),
  seoTitle: z.string(),
  seoDescription: z.string(),
  /** Only terms and privacy policy show the day of their last change, as '2026-11-22'. */
  updatedOn: z.string().nullable(),
})

export const staffPageRow = z.object({
  _id: objectId,
  slug: z.string(),
  title: z.string(),
  isPublished: z.boolean(),
  updatedAt: z.string().nullable(),
})
export type StaffPageRow = z.output<typeof staffPageRow>

export const staffPage = staffPageRow.extend({
  body: z.string(),
  seoTitle: z.string(),
  seoDescription: z.string(),
  version: z.number(),
})
export type StaffPage = z.output<typeof staffPage>

export const LONGEST_PAGE_TITLE = 80
const LONGEST_BODY = 40_000
const notASlug = 'This must be small letters, digits and dashes, such as size-guide.'
const TAKEN = ['staff', 'preview']

const content = {
  title: line({ max: LONGEST_PAGE_TITLE }),
  body: text({ max: LONGEST_BODY }),
}

export const textPageInput = z.object(
  {
    ...content,
    slug: line({ message: notASlug, max: 60 })
      .pipe(z.string().regex(SLUG, notASlug))
      .refine(slug => !TAKEN.includes(slug), 'The shop uses this address itself.'),
    ...seoFields,
    isPublished: flag,
  },
  notAnObject,
)
export type TextPageInput = z.output<typeof textPageInput>

export const TEXT_PAGE_LABELS: Record<keyof TextPageInput, string> = {
  title: 'Title',
  slug: 'Address',
  body: 'Text',
  seoTitle: 'Title for search engines',
  seoDescription: 'Text for search engines',
  isPublished: 'Published',
}

export const PLACEHOLDERS = {
  'shop.name': 'the name of the shop',
  'shop.tagline': 'its tagline, as a sentence',
  'shop.email': 'its email address, as a link',
  'shop.phone': 'its phone number',
  'shop.address': 'its address in one line',
  'shop.inTown': '“ in” and its town, or nothing without one',
  'shop.fromTown': '“ from” and its town, or nothing without one',
  'delivery.countries': 'the countries that the shop delivers to: “Austria and Germany”',
  'orders.unpaidTime': 'how long an unpaid order waits: “30 minutes”',
  'orders.prices': 'sentences about currency, tax and shipping',
  'orders.returns': 'the sentence about the return window, or nothing without one',
  'legal.retentionYears': 'the years for which paid or invoiced orders keep name and address',
  'legal.undoDays': 'the days in which an account comes back by its link',
  contact: 'cards with address, email and phone, in a line of its own',
  privacy: 'the text of the privacy policy, once in a page',
} as const

export const textPageCalls = {
  'GET /pages': {
    access: 'everyone',
    response: { 200: envelope(z.array(textPage.pick({ slug: true, title: true }).extend({ path: z.string() }))) },
  },
  'GET /pages/:slug': {
    access: 'everyone',
    params: z.object({ slug: exactText() }),
    response: { 200: envelope(textPage) },
  },
  'GET /pages/staff': {
    access: 'admin',
    summary: 'All pages, SPEC’s first. The keyword searches title, address and text.',
    querystring: listQuery({ cap: STAFF_PAGE_CAP }),
    response: { 200: pageOf(staffPageRow) },
  },
  'GET /pages/staff/:id': { access: 'admin', params: byId, response: { 200: envelope(staffPage) } },
  'POST /pages': {
    access: 'admin',
    body: textPageInput.extend({
      seoTitle: omittable(seoFields.seoTitle),
      seoDescription: omittable(seoFields.seoDescription),
      isPublished: omittable(flag),
    }),
    response: { 201: envelope(staffPage) },
  },
  'PATCH /pages/:id': {
    access: 'admin',
    params: byId,
    body: textPageInput.partial().extend({ version: number({ min: 0 }) }),
    response: { 200: envelope(staffPage) },
  },
  'DELETE /pages/:id': { access: 'admin', params: byId, response: done },
  'POST /pages/:id/restore': { access: 'admin', params: byId, response: { 200: envelope(staffPage) } },
  'POST /pages/preview': {
    access: 'admin',
    body: z.object(
      { title: content.title.catch(''), body: content.body.or(z.literal('')), as: z.literal('description').optional() },
      notAnObject,
    ),
    response: { 200: envelope(textPage.pick({ title: true, html: true })) },
  },
  'GET /pages/staff/:id/history': {
    access: 'admin',
    params: byId,
    querystring: listQuery().pick({ page: true, size: true }),
    response: { 200: pageOf(settingsAuditEvent) },
  },
  /** The restoring is a change of its own; it is refused with 409 when a value has changed since. */
  'POST /pages/staff/:id/history/:entry/undo': {
    access: 'admin',
    params: byId.extend({ entry: z.coerce.number('This must be a number.').int('This must be a number.') }),
    response: { 200: envelope(staffPage) },
  },
} as const satisfies Endpoints
