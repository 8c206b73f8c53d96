import * as contract from '@mela/contract'

export const endpoints: contract.Endpoint[] = Object.values(contract).filter(
  (value): value is contract.Endpoint & typeof value => typeof value === 'object' && 'access' in value,
)

const head = `# All calls

\`npm run -s calls > docs/calls.md\` writes this list from the contract. A limit names its kind; a call that is not
answered while the shop is closed is refused with \`shop_closed\`, but for admins and visitors with the password.

| call | access | limit | while closed |
| --- | --- | --- | --- |
`

export function listCalls(): string {
  const sorted = endpoints.toSorted((a, b) => (`${a.url} ${a.method}` < `${b.url} ${b.method}` ? -1 : 1))
  const rows = sorted.map(
    ({ method, url, access, limit = '', whileClosed }) =>
      `| \`${method} ${url}\` | ${access} | ${limit} | ${whileClosed ? 'answered' : ''} |\n`,
  )
  return head + rows.join('')
}

if (import.meta.main) process.stdout.write(listCalls())
