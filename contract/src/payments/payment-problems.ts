export const paymentProblems = {
  amount: 'The amount differs from the total of the order.',
  duplicate: 'The order has another payment.',
  order: 'The order could not be paid any more.',
  reference: 'It was paid for another order than the one that the shop opened it for.',
  session: 'The shop did not open this payment.',
  higherSession:
    'The shop did not open this payment, and it is not of the amount of the order. Look it up at the provider. If it belongs to no sale, refund it there.',
  unapproved: 'The buyer has not approved this payment.',
  changedAmount:
    'Its amount was changed at the provider, so the shop stopped it. No money was taken, and there is nothing to do.',
  changed:
    'It is not as the shop opens payments, so the shop stopped it. No money was taken, and there is nothing to do.',
  account:
    'It goes to another account at the provider, not to that of the shop. Do not send the goods. The shop has no money to return: the buyer gets it back from the provider.',
  units:
    'It consists of several payments, and the shop asks for one. Do not send the goods. Look it up at the provider, and refund there what has arrived.',
  shared:
    'A part of it goes to another account, or it is held back at the provider. Do not send the goods. Look it up at the provider, and refund there what has arrived.',
  unknownOrder:
    'It names no order of this shop, and may belong to another sale of the same account. Look it up at the provider. If it belongs to no sale, refund it there.',
} as const
export type PaymentProblem = (typeof paymentProblems)[keyof typeof paymentProblems]

/** Problems of payments that the shop does not refund: no money was taken, or it is not the shop's to return. */
const problemsWithoutRefund: readonly string[] = [
  paymentProblems.unapproved,
  paymentProblems.changedAmount,
  paymentProblems.changed,
  paymentProblems.account,
  paymentProblems.units,
  paymentProblems.shared,
  paymentProblems.higherSession,
  paymentProblems.unknownOrder,
]

/** The shop holds captured money that does not count, and returns it. */
export const isRefundOwed = ({ status, problem }: { status: string; problem: string | null }) =>
  status === 'failed' && problem !== null && !problemsWithoutRefund.includes(problem)
