/** Why a payment does not count. All but the last mean that money was captured and a refund is due (C4). */
export const paymentProblems = {
  amount: 'The amount differs from the total of the order.',
  duplicate: 'The order has another payment.',
  order: 'The order could not be paid any more.',
  unapproved: 'The buyer has not approved this payment.',
} as const
