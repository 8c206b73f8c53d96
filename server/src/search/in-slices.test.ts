import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { inSlices } from './in-slices.ts'

it('work in slices lets requests run before each of them', async () => {
  const turns: string[] = []
  const work = function* () {
    for (let n = 0; n < 5; n++) yield turns.push('work')
  }
  const others = async () => {
    for (let n = 0; n < 5; n++) turns.push(await setImmediate('other'))
  }

  await Promise.all([inSlices(work()), others()])

  expect(turns.join(' ')).not.toContain('work work')
})
