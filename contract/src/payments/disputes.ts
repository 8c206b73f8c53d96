import { z } from 'zod'
import { STAFF_PAGE_CAP } from '../shared/constants.ts'
import { type Endpoint, envelope, pageOf } from '../shared/endpoint.ts'
import { isBlank, notAnObject, objectId, oneOf, text } from '../shared/fields.ts'
import { listQuery } from '../shared/paging.ts'
import { knownPerson } from '../shared/users.ts'

export const disputeActions = ['accept-claim', 'provide-evidence'] as const
export type DisputeActionName = (typeof disputeActions)[number]

/** A buyer contests a payment; reason, status, stage and outcome are the provider's own words. */
export const dispute = z.object({
  _id: objectId,
  disputeId: z.string(),
  order: objectId.nullable(),
  payment: objectId.nullable(),
  customer: knownPerson.nullable(),
  reason: z.string(),
  status: z.string(),
  stage: z.string(),
  outcome: z.string().nullable(),
  amount: z.number(),
  respondBy: z.iso.datetime().nullable(),
  openedAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
export type Dispute = z.output<typeof dispute>

/** Files that go to the provider with evidence: so many at most, and so many megabytes all together. */
export const EVIDENCE_FILES = 5
export const EVIDENCE_MEGABYTES = 10

/** Sent to the buyer when staff accept a claim without words of their own. */
export const CLAIM_ACCEPTED = 'The claim is accepted.'

/** What staff sent to the provider. Text, tracking number and files are gone once the order's personal data is erased. */
export const disputeAnswer = z.object({
  _id: objectId,
  action: oneOf(disputeActions),
  /** sending: the provider has not said whether it took it. */
  state: oneOf(['sending', 'sent', 'refused']),
  /** The provider's sentence. */
  refusal: z.string().nullable(),
  text: z.string().nullable(),
  carrier: z.string().nullable(),
  trackingNumber: z.string().nullable(),
  files: z.array(z.object({ _id: objectId, name: z.string(), size: z.number() })),
  by: knownPerson.nullable(),
  at: z.iso.datetime(),
})
export type DisputeAnswer = z.output<typeof disputeAnswer>

/** With what the provider allows right now, what was said, and what the shop has answered, oldest first. */
export const disputeDetails = dispute.extend({
  answers: z.array(disputeAnswer),
  actions: z.array(oneOf(disputeActions)),
  messages: z.array(z.object({ by: z.string(), at: z.iso.datetime(), text: z.string() })),
})
export type DisputeDetails = z.output<typeof disputeDetails>

const params = z.object({ id: objectId })
const answer = { 200: envelope(disputeDetails) }

/** A field left empty says nothing. */
const note = z.preprocess(value => (isBlank(value) ? undefined : value), text({ max: 2000 }).optional())

export const listDisputes = {
  method: 'GET',
  url: '/disputes',
  schema: {
    tags: ['disputes'],
    querystring: listQuery({ cap: STAFF_PAGE_CAP }).extend({ state: oneOf(['open', 'closed']).optional() }),
    response: { 200: pageOf(dispute) },
  },
} as const satisfies Endpoint

export const getDispute = {
  method: 'GET',
  url: '/disputes/:id',
  schema: { tags: ['disputes'], params, response: answer },
} as const satisfies Endpoint

/** Gives the buyer right: the provider returns the money. */
export const acceptDispute = {
  method: 'POST',
  url: '/disputes/:id/accept',
  schema: {
    tags: ['disputes'],
    params,
    body: z.object({ note }, notAnObject).default({}),
    response: answer,
  },
} as const satisfies Endpoint

/** Proves that the order was sent. */
export const sendDisputeEvidence = {
  method: 'POST',
  url: '/disputes/:id/evidence',
  schema: {
    tags: ['disputes'],
    params,
    body: z.object({ carrier: text({ max: 100 }), trackingNumber: text({ max: 100 }), note }, notAnObject),
    response: answer,
  },
} as const satisfies Endpoint

/** The same with files: a multipart form with the JSON of `POST /disputes/:id/evidence` in `input`, and `files`. */
export const sendDisputeFiles = {
  method: 'POST',
  url: '/disputes/:id/evidence/files',
  schema: { tags: ['disputes'], params, response: answer },
} as const satisfies Endpoint

/** The bytes of a file that was sent, as an attachment. */
export const getDisputeFile = {
  method: 'GET',
  url: '/disputes/:id/files/:fileId',
  schema: { tags: ['disputes'], params: z.object({ id: objectId, fileId: objectId }), response: {} },
} as const satisfies Endpoint
