import * as contract from '@mela/contract'

export const calls = Object.entries(contract)
  .filter(([name]) => name.endsWith('Calls'))
  .flatMap(([, table]) => Object.entries(table as contract.Endpoints)) as [contract.CallName, contract.Endpoint][]

const head = `# All calls

\`npm run -s calls > docs/calls.md\` writes this list from the contract. A limit names its kind; a call that is not
answered while the shop is closed is refused with \`shop_closed\`, but for admins and visitors with the password.

| call | access | limit | while closed |
| --- | --- | --- | --- |
`

export function listCalls(): string {
  const byPath = ([name]: [string, unknown]) => name.split(' ').toReversed().join(' ')
  const sorted = calls.toSorted((a, b) => (byPath(a) < byPath(b) ? -1 : 1))
  const rows = sorted.map(
    ([name, { access, limit = '', whileClosed }]) =>
      `| \`${name}\` | ${access} | ${limit} | ${whileClosed ? 'answered' : ''} |\n`,
  )
  return head + rows.join('')
}

if (import.meta.main) process.stdout.write(listCalls())
