/**
 * `npm run mutate`: changes one condition, bound, sum or block at a time, and says which changes no test notices.
 * `GROUP=money` runs one group; `-- --mutate FILE --testFiles FILE` runs one module.
 */
// In Stryker's copy, tests of the server load the unchanged contract: contract's own tests judge its modules.
const groups = {
  money: {
    mutate: [
      'contract/src/orders/pricing.ts',
      'server/src/payments/{payment-sessions,record-charge}.ts',
      'server/src/payments/apply-refund.ts',
      'server/src/payments/rows.ts',
    ],
    testFiles: [
      'contract/src/orders/{totals,pricing,shop-pricing}.test.ts',
      'server/src/payments/{payments,foreign-payments,capture-payment,reported-payments}.test.ts',
      'server/src/payments/{refunds,cancelled-orders,scenarios,run-payment-round}.test.ts',
      'server/src/payments/{disputes,partial-disputes,late-disputes}.test.ts',
      'server/src/orders/invoices/*.test.ts',
    ],
  },
  stock: {
    mutate: [
      'server/src/orders/{place-order,quote,expire-orders}.ts',
      'server/src/platform/http/idempotency-keys.ts',
      'server/src/catalog/save-variants.ts',
    ],
    testFiles: [
      'server/src/orders/*.test.ts',
      'server/src/platform/http/idempotency-keys.test.ts',
      'server/src/fulfilment/cancel-order.test.ts',
      'server/src/catalog/{staff-products,staff-variants,replaced-variants}.test.ts',
    ],
  },
  access: {
    mutate: [
      'server/src/people/request-session.ts',
      'server/src/shop/closed-shop.ts',
      'server/src/platform/http/{same-origin,request-guard}.ts',
      'server/src/orders/order-limits.ts',
      'server/src/operate/opening.ts',
    ],
    testFiles: [
      'server/src/platform/http/{access,same-origin,request-guard,held-back}.test.ts',
      'server/src/people/session-cookie.test.ts',
      'server/src/storefront/closed-shop.test.ts',
      'server/src/people/demanded-two-factor.test.ts',
      'server/src/orders/order-limits.test.ts',
      'server/src/operate/{opening,money-guard}.test.ts',
    ],
  },
}

const { GROUP } = process.env
const chosen = GROUP ? [groups[GROUP]] : Object.values(groups)

export default {
  mutate: chosen.flatMap(({ mutate }) => mutate),
  testFiles: chosen.flatMap(({ testFiles }) => testFiles),
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  // Workers as threads refuse the tests' flags of V8.
  vitest: { pool: 'forks', related: false },
  coverageAnalysis: 'perTest',
  ignoreStatic: true,
  mutator: { excludedMutations: ['StringLiteral', 'ObjectLiteral', 'ArrayDeclaration', 'Regex'] },
  ignorePatterns: ['bench', 'demo/art', 'docs/decisions', 'e2e'],
  // TypeScript 7 has no programming interface, with which Stryker would rewrite this file in its copy.
  tsconfigFile: 'none',
  disableTypeChecks: false,
  // Each worker starts a PostgreSQL.
  concurrency: 1,
  timeoutMS: 60_000,
  reporters: ['progress-append-only', 'clear-text'],
  clearTextReporter: { logTests: false, reportTests: false },
  thresholds: { high: 90, low: 80, break: 75 },
}
