/** Retries of one checkout send the same key and get the same order (B21). */
export const IDEMPOTENCY_HEADER = 'idempotency-key'
