import type { Guard } from './guard.ts'

/** Guards of stock, orders and payments. Without any of them some test must fail. */
export const moneyGuards: Guard[] = [
  {
    name: 'stock is read under a lock',
    tests: 'src/orders/place-order src/orders/waiting-orders',
    file: 'server/src/orders/order-stock.repository.ts',
    without: ["await stock.orderBy('variant_id').forUpdate().execute()", 'void stock'],
  },
  {
    name: 'stock is taken only when sufficient',
    tests: 'src/payments/last-line',
    file: 'server/src/orders/order-stock.repository.ts',
    without: [' and stock.quantity >= wanted.quantity', ''],
  },
  {
    name: 'stock is returned once',
    tests: 'src/fulfilment/cancel-order',
    file: 'server/src/orders/order-stock.repository.ts',
    without: ["'release', order_id from stock_ledger", "'release', '0123456789abcdef01234567' from stock_ledger"],
  },
  {
    name: 'stock is never below zero',
    tests: 'src/payments/last-line',
    file: 'server/src/database/migrations/0001_baseline.sql',
    without: ['quantity integer not null check (quantity >= 0)', 'quantity integer not null'],
  },
  {
    name: 'an idempotency key is claimed',
    tests: 'src/orders/repeated-orders',
    file: 'server/src/orders/orders.service.ts',
    without: ['await claimKey(db, claim)', '(await claimKey(db, { ...claim, key: id })) ?? undefined'],
  },
  {
    name: 'a key belongs to one request',
    tests: 'src/orders/repeated-orders',
    file: 'server/src/http/idempotency-keys.ts',
    without: ['if (!earlier.request_hash.equals(requestHash))', 'if (requestHash.length === 0)'],
  },
  {
    name: 'an ordering customer cannot be deleted',
    tests: 'src/account/close-account',
    file: 'server/src/orders/orders.service.ts',
    without: ['await keepUser(db, userId)', 'void keepUser'],
  },
  {
    name: 'the order is locked before it is paid, moved or cancelled',
    tests: 'src/payments/last-line',
    file: 'server/src/orders/order-payment.repository.ts',
    without: ["where('id', '=', id).forUpdate()\n  return (owner", "where('id', '=', id)\n  return (owner"],
  },
  {
    name: 'one open attempt for each order',
    tests: 'src/payments/payments.test',
    file: 'server/src/payments/start-payment.ts',
    without: [
      'return openAttempt(db, gateway.name, order)',
      "await db.updateTable('payment_attempts').set({ state: 'closed' }).where('order_id', '=', orderId).execute()\n      return openAttempt(db, gateway.name, order)",
    ],
  },
  {
    name: 'a transaction is recorded once',
    tests: 'src/payments/reconcile-payment',
    file: 'server/src/payments/record-charge.ts',
    without: ["if (earlier && earlier.status !== 'pending') return { payment: earlier, isNew: false }", 'void earlier'],
  },
  {
    name: 'a transaction is unique',
    tests: 'src/payments/last-line',
    file: 'server/src/database/migrations/0001_baseline.sql',
    without: [
      'constraint payments_transaction_key unique (gateway, transaction_id)',
      'constraint payments_transaction_key unique (gateway, transaction_id, id)',
    ],
  },
  {
    name: 'one payment that counts for each order',
    tests: 'src/payments/last-line',
    file: 'server/src/database/migrations/0001_baseline.sql',
    without: ['create unique index payments_one_per_order', 'create index payments_one_per_order'],
  },
  {
    name: 'a final order accepts no payment',
    tests: 'src/payments/payments.test',
    file: 'server/src/payments/problems.ts',
    without: [
      "if (!isPayable(order) && !(mayArrive && order.status !== 'refunded')) return paymentProblems.order",
      'void mayArrive',
    ],
  },
  {
    name: 'the amount is the total of the order',
    tests: 'src/reconciliation/scenarios',
    file: 'server/src/payments/problems.ts',
    without: ['if (!isTotalOf(order, charge.amount)) return paymentProblems.amount', ''],
  },
  {
    name: 'the payee is the shop',
    tests: 'src/payments/foreign-payments',
    file: 'server/src/payments/problems.ts',
    without: ['return account === session.account ? null : paymentProblems.account', 'return null'],
  },
  {
    name: "the payee's email is that of the opened session",
    tests: 'src/payments/foreign-payments',
    file: 'server/src/payments/problems.ts',
    without: [
      'if (accountEmail !== undefined && accountEmail !== opened) return paymentProblems.account',
      'void opened',
    ],
  },
  {
    name: 'a payment is one unit',
    tests: 'src/payments/foreign-payments',
    file: 'server/src/payments/problems.ts',
    without: ['if (units !== 1) return paymentProblems.units', 'void units'],
  },
  {
    name: 'all of a payment is the shop’s',
    tests: 'src/payments/foreign-payments',
    file: 'server/src/payments/problems.ts',
    without: ['if (isShared) return paymentProblems.shared', 'void isShared'],
  },
  {
    name: 'a payment names the order that it was opened for',
    tests: 'src/payments/foreign-payments',
    file: 'server/src/payments/problems.ts',
    without: ['if (snapshot.orderRef !== order.id) return paymentProblems.reference', ''],
  },
  {
    name: 'the shop has opened the session',
    tests: 'src/payments/foreign-payments',
    file: 'server/src/payments/problems.ts',
    without: ['return session.attempt ? null : paymentProblems.session', 'return null'],
  },
  {
    name: 'a changed session is not captured',
    tests: 'src/payments/foreign-payments',
    file: 'server/src/payments/reconcile-payment.ts',
    without: ['if (problem) return stopPayment(db, gateway, session, snapshot, problem)', 'void stopPayment'],
  },
  {
    name: 'a changed session is not offered again',
    tests: 'src/payments/foreign-payments',
    file: 'server/src/payments/start-payment.ts',
    without: ['!(await isChanged(db, gateway, seen))', 'isChanged'],
  },
  {
    name: 'a capture has one request id',
    tests: 'src/gateways/paypal/paypal-gateway',
    file: 'server/src/gateways/paypal/paypal-orders.ts',
    without: ['paypalRequestId: `cap-', 'paypalRequestId: Math.random() + `cap-'],
  },
  {
    name: 'an order is opened under one request id',
    tests: 'src/reconciliation/scenarios',
    file: 'server/src/gateways/paypal/paypal-orders.ts',
    without: ['choice, `create-', 'choice, Math.random() + `create-'],
  },
  {
    name: 'a cancelled order queues its refund',
    tests: 'src/refunds/cancelled-orders',
    file: 'server/src/orders/move-order.ts',
    without: ["if (next === 'cancelled' && order.paymentId !== null)", 'if (next === null)'],
  },
  {
    name: 'a queued refund counts as refunded',
    tests: 'src/refunds/cancelled-orders',
    file: 'server/src/payment-records/queue-automatic-refund.ts',
    without: ['refundable(payment, await listRefunds(db, payment.id))', 'payment.amount_cents'],
  },
  {
    name: 'a disputed payment has no automatic refund',
    tests: 'src/refunds/cancelled-orders',
    file: 'server/src/payment-records/queue-automatic-refund.ts',
    without: ['payment.disputed || amountCents', 'amountCents'],
  },
  {
    name: 'the rest follows a part that the provider had refunded',
    tests: 'src/refunds/cancelled-orders',
    file: 'server/src/refunds/submit-refunds.ts',
    without: ['if (seen) await queueRest(db, payment, refund)', 'void queueRest'],
  },
  {
    name: 'a pending capture of a cancelled order waits for its money',
    tests: 'src/refunds/cancelled-orders',
    file: 'server/src/payments/problems.ts',
    without: [" || (charge.state === 'pending' && order.status === 'cancelled')", ''],
  },
  {
    name: 'the state of an Indian address is a known one where tax depends on it',
    tests: 'src/orders/order-tax',
    file: 'server/src/countries/check-address.ts',
    without: ["isIndian && dependsOnState(shop, 'IN')", 'false'],
  },
  {
    name: 'a refund has one request id',
    tests: 'src/refunds/refunds',
    file: 'server/src/refunds/submit-refunds.ts',
    without: ['{ cents, currency }, request_id)', '{ cents, currency }, String(Math.random()))'],
  },
]
