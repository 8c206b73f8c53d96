import { z } from 'zod'
import { STAFF_PAGE_CAP } from '../shared/constants.ts'
import { type Endpoint, envelope, pageOf } from '../shared/endpoint.ts'
import { isBlank, notAnObject, objectId, oneOf, text } from '../shared/fields.ts'
import { listQuery } from '../shared/paging.ts'
import { knownPerson } from '../shared/users.ts'

export const disputeActions = ['accept-claim', 'provide-evidence'] as const
export type DisputeActionName = (typeof disputeActions)[number]

/** needs_response, under_review: open. closed: it ended without a decision, as after the buyer's withdrawal. */
export const disputeStates = ['needs_response', 'under_review', 'won', 'lost', 'closed'] as const
export type DisputeState = (typeof disputeStates)[number]

export const isOpenDispute = (state: DisputeState) => state === 'needs_response' || state === 'under_review'

/** Reason, status, stage and outcome are the provider's own words, to be shown; rules know the state alone. */
export const dispute = z.object({
  _id: objectId,
  disputeId: z.string(),
  order: objectId.nullable(),
  orderNumber: z.string().nullable(),
  payment: objectId.nullable(),
  /** The provider's id of that payment. */
  transactionId: z.string().nullable(),
  customer: knownPerson.nullable(),
  state: oneOf(disputeStates),
  reason: z.string(),
  status: z.string(),
  stage: z.string(),
  outcome: z.string().nullable(),
  amount: z.number(),
  currency: z.string(),
  respondBy: z.iso.datetime().nullable(),
  openedAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
export type Dispute = z.output<typeof dispute>

/** Limits of the evidence files: their number, and megabytes in total. */
export const EVIDENCE_FILES = 5
export const EVIDENCE_MEGABYTES = 10

/** The default message to the buyer when staff accept a claim. */
export const CLAIM_ACCEPTED = 'The claim is accepted.'

/**
 * An answer that staff sent to the provider. Text, tracking number and files are deleted when the order's personal data
 * is erased.
 */
export const disputeAnswer = z.object({
  _id: objectId,
  action: oneOf(disputeActions),
  /** sending: it is unknown whether the provider took it. */
  state: oneOf(['sending', 'sent', 'refused']),
  /** The provider's message. */
  refusal: z.string().nullable(),
  text: z.string().nullable(),
  carrier: z.string().nullable(),
  trackingNumber: z.string().nullable(),
  files: z.array(z.object({ _id: objectId, name: z.string(), size: z.number() })),
  by: knownPerson.nullable(),
  at: z.iso.datetime(),
})
export type DisputeAnswer = z.output<typeof disputeAnswer>

/** A dispute with the actions that the provider allows now, the messages, and the shop's answers, oldest first. */
export const disputeDetails = dispute.extend({
  answers: z.array(disputeAnswer),
  actions: z.array(oneOf(disputeActions)),
  messages: z.array(z.object({ by: z.string(), at: z.iso.datetime(), text: z.string() })),
})
export type DisputeDetails = z.output<typeof disputeDetails>

const params = z.object({ id: objectId })
const answer = { 200: envelope(disputeDetails) }

/** An empty field counts as left out. */
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

/** Accepts the claim: the provider refunds the buyer. */
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

/** Sends proof of shipment. */
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

/** The bytes of a sent file, as an attachment. */
export const getDisputeFile = {
  method: 'GET',
  url: '/disputes/:id/files/:fileId',
  schema: { tags: ['disputes'], params: z.object({ id: objectId, fileId: objectId }), response: {} },
} as const satisfies Endpoint
