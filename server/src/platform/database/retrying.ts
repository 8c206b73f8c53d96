const SERIALIZATION_FAILURE = '40001'
const DEADLOCK_DETECTED = '40P01'
const TRIES = 4

/** Retries a transaction that PostgreSQL aborted in favour of another one. */
export async function retrying<Result>(transaction: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transaction()
    } catch (error) {
      if (attempt === TRIES || !wasGivenUp(error)) throw error
    }
  }
}

function wasGivenUp(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false
  return error.code === SERIALIZATION_FAILURE || error.code === DEADLOCK_DETECTED
}
