import { expect, it } from 'vitest'
import { followDays } from './shop-day.ts'

it('a day begins at the midnight of the shop’s time zone, once, and another zone’s day is another day', async () => {
  const days: string[] = []
  let [now, timeZone] = ['2026-11-24T18:29:59Z', 'Asia/Kolkata']
  const following = followDays(
    () => timeZone,
    () => void days.push(now),
    () => new Date(now),
  )
  const at = (moment: string) => {
    now = moment
    following.check()
  }

  at('2026-11-24T18:29:59Z')
  at('2026-11-24T18:30:00Z')
  at('2026-11-25T18:29:00Z')
  timeZone = 'America/New_York'
  at('2026-11-25T04:00:00Z')

  await following.close()
  expect(days).toEqual(['2026-11-24T18:30:00Z', '2026-11-25T04:00:00Z'])
})
