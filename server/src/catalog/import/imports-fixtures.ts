import { sql } from 'kysely'
import type { Person, startShop } from '../../../test/shop.ts'
import { runImport } from './run-import.ts'

/** Staff actions for tests of CSV files. */
export function tablesOf(shop: ReturnType<typeof startShop>) {
  async function check(table: string | Buffer, as: Person) {
    const form = new FormData()
    form.append('file', new Blob([typeof table === 'string' ? table : new Uint8Array(table)]), 'products.csv')
    const headers = { cookie: as.cookie }
    const answer = await shop.app.inject({ method: 'POST', url: '/api/imports', headers, payload: form })
    return { status: answer.statusCode, ...answer.json() }
  }

  const rowsOf = async (id: string, as: Person) => (await shop.get(`/imports/${id}/rows?size=100`, as)).data

  /** Starts an import and runs its jobs, each of which leaves to the next what takes long. */
  async function run(id: string, as: Person) {
    await shop.post(`/imports/${id}/start`, undefined, as)
    const takeJobs = async () =>
      (
        await sql<{ id: string }>`
          delete from pgboss.job where name = 'imports' returning data->>'import' as id`.execute(shop.db)
      ).rows
    for (let jobs = await takeJobs(); jobs.length > 0; jobs = await takeJobs())
      for (const job of jobs) await runImport(shop.db, job.id)
    return (await shop.get(`/imports/${id}`, as)).data
  }

  return {
    check,
    rowsOf,
    run,

    /** Checks and imports a file; answers what the check said, its rows and their products. */
    async imported(table: string | Buffer, as: Person) {
      const { data: checked } = await check(table, as)
      const rows = await rowsOf(checked._id, as)
      const done = await run(checked._id, as)
      const productOf = async (row: { product: string | null }) =>
        row.product && (await shop.get(`/products/${row.product}`, as)).data
      return { checked, rows, done, products: await Promise.all(rows.map(productOf)) }
    },

    async exported(query: string, as: Person): Promise<string> {
      return (await shop.call('GET', `/products/export${query}`, { as })).text
    },
  }
}
