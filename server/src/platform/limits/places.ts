import { TooManyError } from '../http/errors.ts'

export const RETRY_SECONDS = 10

/** An owner, such as a network address or an account, gets at most `mostOfOne` places. */
export function openPlaces(most: number, whenFull: string, mostOfOne = most) {
  const taken = new Set<string[]>()

  function take(...owners: string[]): () => void {
    const hasEnough = (owner: string) => [...taken].filter(others => others.includes(owner)).length >= mostOfOne
    if (taken.size >= most || owners.some(hasEnough)) throw new TooManyError(whenFull, RETRY_SECONDS)
    taken.add(owners)
    return () => void taken.delete(owners)
  }

  return {
    take,
    async hold<Result>(owner: string, work: () => Promise<Result>): Promise<Result> {
      const leave = take(owner)
      try {
        return await work()
      } finally {
        leave()
      }
    },
  }
}
