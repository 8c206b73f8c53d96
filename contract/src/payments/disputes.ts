import { z } from 'zod'
import { STAFF_PAGE_CAP } from '../shared/constants.ts'
import { byId, type Endpoints, envelope, pageOf } from '../shared/endpoint.ts'
import { isBlank, notAnObject, objectId, oneOf, text } from '../shared/fields.ts'
import { listQuery } from '../shared/paging.ts'
import { knownPerson } from '../shared/users.ts'

export const disputeActions = ['accept-claim', 'provide-evidence'] as const
export type DisputeAction = (typeof disputeActions)[number]

/** closed: it ended undecided, as after the buyer's withdrawal. */
export const disputeStates = ['needs_response', 'under_review', 'won', 'lost', 'closed'] as const
export type DisputeState = (typeof disputeStates)[number]

export const isOpenDispute = (state: DisputeState) => state === 'needs_response' || state === 'under_review'

/** Reason, status, stage and outcome are the provider's own words, to be shown; rules know the state alone. */
export const dispute = z.object({
  _id: objectId,
  disputeId: z.string(),
  provider: z.string(),
  order: objectId.nullable(),
  orderNumber: z.string().nullable(),
  payment: objectId.nullable(),
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

export const EVIDENCE_FILES = 5
export const EVIDENCE_MEGABYTES = 10

export const CLAIM_ACCEPTED = 'The claim is accepted.'

/** Text, tracking number and files are deleted when the order's personal data is erased. */
export const disputeAnswer = z.object({
  _id: objectId,
  action: oneOf(disputeActions),
  /** sending: it is unknown whether the provider took it. */
  state: oneOf(['sending', 'sent', 'refused']),
  refusal: z.string().nullable(),
  text: z.string().nullable(),
  carrier: z.string().nullable(),
  trackingNumber: z.string().nullable(),
  files: z.array(z.object({ _id: objectId, name: z.string(), size: z.number() })),
  by: knownPerson.nullable(),
  at: z.iso.datetime(),
})
export type DisputeAnswer = z.output<typeof disputeAnswer>

export const disputeDetails = dispute.extend({
  answers: z.array(disputeAnswer),
  actions: z.array(oneOf(disputeActions)),
  messages: z.array(z.object({ by: z.string(), at: z.iso.datetime(), text: z.string() })),
})
export type DisputeDetails = z.output<typeof disputeDetails>

const answer = { 200: envelope(disputeDetails) }

const note = z.preprocess(value => (isBlank(value) ? undefined : value), text({ max: 2000 }).optional())

export const disputeCalls = {
  'GET /disputes': {
    access: 'admin',
    querystring: listQuery({ cap: STAFF_PAGE_CAP }).extend({ state: oneOf(['open', 'closed']).optional() }),
    response: { 200: pageOf(dispute) },
  },
  'GET /disputes/:id': { access: 'admin', params: byId, response: answer },
  'POST /disputes/:id/accept': {
    access: 'admin',
    params: byId,
    body: z.object({ note }, notAnObject).default({}),
    response: answer,
  },
  'POST /disputes/:id/evidence': {
    access: 'admin',
    params: byId,
    body: z.object({ carrier: text({ max: 100 }), trackingNumber: text({ max: 100 }), note }, notAnObject),
    response: answer,
  },
  /** A multipart form has the JSON of `POST /disputes/:id/evidence` in `input`, and `files`. */
  'POST /disputes/:id/evidence/files': { access: 'admin', limit: 'uploads', params: byId, response: answer },
  'GET /disputes/:id/files/:fileId': {
    access: 'admin',
    params: z.object({ id: objectId, fileId: objectId }),
    response: {},
  },
} as const satisfies Endpoints
