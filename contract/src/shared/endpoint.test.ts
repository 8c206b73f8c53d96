import { expect, it } from 'vitest'
import * as contract from '../index.ts'

const tables = Object.entries(contract).filter(([name]) => name.endsWith('Calls'))
const calls = tables.flatMap(([, table]) => Object.entries<contract.Endpoint>(table as contract.Endpoints))

it('names every call once, below the base and without a slash at the end', () => {
  const names = calls.map(([name]) => name)

  expect(names.length).toBeGreaterThan(15)
  expect(new Set(names).size).toBe(names.length)
  for (const name of names) expect(name).toMatch(/^[A-Z]+ (\/(:[a-zA-Z]+|[a-z-]+))+$/)
})

it('T393 answers every call with success and a message', () => {
  const notJson = [
    ...['GET /products/export', 'GET /discounts/:id/codes/export', 'GET /invoices/:id', 'GET /dashboard/events'],
    'GET /reminders/:token/stop',
  ]
  for (const [, { response }] of calls.filter(([name]) => !notJson.includes(name))) {
    for (const [status, answer] of Object.entries(response)) {
      const { error } = answer.safeParse({})
      expect(Number(status)).toBeOneOf([200, 201])
      expect(error?.issues.map(({ path }) => path[0])).toEqual(expect.arrayContaining(['success', 'message']))
    }
  }
})
