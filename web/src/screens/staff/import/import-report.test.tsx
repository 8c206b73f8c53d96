import type { ImportRow, ProductImport } from '@mela/contract'
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { leaveShop, ok, okPage, stubShop, visit } from '../../../../test/browser.tsx'
import { ImportReport } from './import-report.tsx'

const _id = 'c'.repeat(24)
const kurtas = { _id: 'd'.repeat(24), name: 'Kurtas' }
const uncategorised = { _id: 'e'.repeat(24), name: 'Uncategorised' }
const checked: ProductImport = {
  ...{ _id, fileName: 'spring.csv', state: 'checked', createdAt: '2026-01-01T00:00:00.000Z', finishedAt: null },
  rows: { created: 2, updated: 1, unchanged: 0, refused: 0 },
  ...{ written: 0, withoutCategory: 2, namesakes: 0, ignored: [], notes: [], lacking: '', isForeign: false },
  pictures: { waiting: 0, done: 0, failed: 0 },
}
const row = {
  ...{ row: 2, kind: 'created', product: null, isNamesake: false, name: 'Linen tee' },
  ...{ changes: [], errors: {}, warnings: [] },
}

afterEach(leaveShop)

function open(found: ProductImport, given: Partial<ImportRow> = { kind: 'updated' }) {
  const shop = stubShop({
    'GET /categories/staff': ok([kurtas, uncategorised]),
    [`GET /imports/${_id}`]: ok(found),
    [`GET /imports/${_id}/rows?page=1`]: okPage([row, { ...row, row: 3, ...given }]),
    [`POST /imports/${_id}/start`]: ok({ ...found, state: 'running' }),
  })
  visit('/', [{ path: '/', element: <ImportReport importId={_id} /> }])
  return shop
}

describe('the preview of an import', () => {
  it('says what will be done with rows, and what was done once it is', async () => {
    open(checked)
    const table = await screen.findByRole('table')
    await waitFor(() => expect(table.textContent).toContain('Will be created'))
    expect(table.textContent).toContain('Will be updated')
    expect(screen.getByRole('link', { name: 'Will be created (2)' })).toBeTruthy()

    leaveShop()
    open({ ...checked, state: 'done', written: 3 })
    const done = await screen.findByRole('table')
    await waitFor(() => expect(done.textContent).toContain('Created'))
    expect(done.textContent).not.toContain('Will be')
  })

  it('asks where products without a category go, offers ‘Uncategorised’ once and sends the choice', async () => {
    const { callsTo } = open(checked)
    const field = await screen.findByLabelText<HTMLSelectElement>('2 products without a category. Put them into …')
    await waitFor(() => expect([...field.options].map(({ text }) => text)).toEqual(['Uncategorised', 'Kurtas']))

    await userEvent.selectOptions(field, 'Kurtas')
    await userEvent.click(screen.getByRole('button', { name: 'Import 3 products' }))

    await waitFor(() => expect(callsTo(`POST /imports/${_id}/start`)[0]?.body).toEqual({ category: kurtas._id }))
  })

  it.each([
    ['a list of one’s own', false],
    ['a file of another shop', true],
  ])('asks whether %s changes products that are there', async (_, isForeign) => {
    const { callsTo } = open({ ...checked, withoutCategory: 0, isForeign })
    const choice = await screen.findByLabelText<HTMLInputElement>('Leave the products that are there as they are')
    expect(choice.checked).toBe(isForeign)

    if (!isForeign) await userEvent.click(choice)
    await waitFor(() => expect(screen.getByRole('table').textContent).toContain('Stays as it is'))
    expect(screen.getByRole('status').textContent).toContain('2 to create, 1 to leave alone')
    await userEvent.click(screen.getByRole('button', { name: 'Import 2 products' }))

    await waitFor(() => expect(callsTo(`POST /imports/${_id}/start`)[0]?.body).toEqual({ leavesPresent: true }))
  })

  it('offers to leave the present products of the names in a list of one’s own', async () => {
    const rows = { created: 2, updated: 0, unchanged: 0, refused: 0 }
    open({ ...checked, withoutCategory: 0, rows, namesakes: 1 }, { isNamesake: true })
    await userEvent.click(await screen.findByLabelText('Leave the products that are there as they are'))

    await waitFor(() => expect(screen.getByRole('table').textContent).toContain('Stays as it is'))
    expect(screen.getByRole('status').textContent).toContain('1 to create, 1 to leave alone')
    expect(screen.getByRole('button', { name: 'Import 1 product' })).toBeTruthy()
  })

  it('shows at its top what the file lacks, and which columns it has', async () => {
    const lacking = 'The file has no column for the price.'
    open({ ...checked, lacking, ignored: ['Preis'] })

    expect(await screen.findByText(lacking)).toBeTruthy()
    expect(screen.getByText('Preis').closest('details')?.open).toBe(true)
  })
})
