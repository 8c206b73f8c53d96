/** Retries of one checkout send the same key and get the same order. */
export const IDEMPOTENCY_HEADER = 'idempotency-key'
