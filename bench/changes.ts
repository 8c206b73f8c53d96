import { type Instances, openInstances } from '../e2e/three-instances.ts'
import type { Result } from './fixtures/open-shop.ts'

const CHANGES = 200
const LIMIT_MS = 200

/**
 * How long three instances still serve an old page after one of them has answered a change by staff: the time from that
 * answer to the last request that got the old page. Readers send requests without a pause.
 */
export async function changes(): Promise<Result[]> {
  const shop = await openInstances()
  try {
    const staff = await shop.signIn((await shop.user({ role: 'admin' })).id)
    const category = await shop.category()
    const own: number[] = []
    const others: number[] = []
    for (let n = 0; n < CHANGES; n++) {
      const ages = await change(shop, category, staff.cookie, n)
      own.push(ages.shift() ?? 0)
      others.push(...ages)
    }
    const worst = Math.max(...others)
    return [
      {
        name: `old pages of the instance that took a change, in ${CHANGES} changes`,
        ...{ figure: String(own.filter(age => age > 0).length), limit: '0', holds: own.every(age => age === 0) },
      },
      {
        name: `age of old pages at two other instances, median, 95%, 99%, ${others.length} values`,
        figure: [0.5, 0.95, 0.99].map(part => `${percentile(others, part).toFixed(2)} ms`).join(', '),
      },
      {
        name: 'age of the oldest page',
        ...{ figure: `${worst.toFixed(2)} ms`, limit: `${LIMIT_MS} ms`, holds: worst <= LIMIT_MS },
      },
    ]
  } finally {
    await shop.close()
  }
}

/** Saves at one instance; answers the age in milliseconds of the last old page there, then at the other instances. */
async function change({ all }: Instances, { id, slug }: { id: string; slug: string }, cookie: string, n: number) {
  const name = `Category of change ${n}`
  const shows = async (url: string) => (await (await fetch(`${url}/product-category/${slug}`)).text()).includes(name)
  const turns = all.map((_, index) => all[(n + index) % all.length]?.url ?? '')
  await Promise.all(turns.map(shows))

  const saved = await fetch(`${turns[0]}/api/categories/${id}`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify({ name }),
  })
  if (!saved.ok) throw new Error(`A change is answered with ${saved.status}: ${await saved.text()}`)
  const answeredAt = performance.now()
  return Promise.all(turns.map(url => ageOfOld(() => shows(url), answeredAt)))
}

async function ageOfOld(isNew: () => Promise<boolean>, answeredAt: number): Promise<number> {
  for (let age = 0; ; ) {
    const asked = performance.now() - answeredAt
    if (await isNew()) return age
    age = asked
  }
}

const percentile = (values: number[], part: number) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * part)] ?? 0
