import { formatCount, type ProductImport, staffPaths } from '@mela/contract'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { call } from '../../../lib/api.ts'
import { countLabel } from '../../../lib/format.ts'
import { dataQuery, listQuery } from '../../../lib/query-keys.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { GrowingList } from '../../../ui/change-history.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { SelectBox } from '../../../ui/select.tsx'
import { Field } from '../../../ui/text-field.tsx'
import { toastRefusal } from '../../../ui/toast.tsx'
import { optionsOf, staffCategoriesQuery } from '../categories/categories.api.ts'

interface ImportProgressProps {
  found: ProductImport
  leavesPresent: boolean
  onLeavesPresent: (leavesPresent: boolean) => void
}

export function ImportProgress(props: ImportProgressProps) {
  const { found, leavesPresent } = props
  return (
    <section
      aria-label="Import"
      className="flex flex-wrap items-center justify-between gap-4 rounded-tile border border-line bg-surface p-5"
    >
      <div className="grid min-w-0 gap-1">
        <h2 className="type-h3 wrap-anywhere">{found.fileName}</h2>
        <p role="status" className="text-ink-2">
          {sentenceFor(found, leavesPresent)}
        </p>
      </div>
      {found.state === 'checked' && <Start {...props} />}
      {found.state === 'running' && (
        <div className="w-full sm:w-80">
          <ProgressBar label="Products written" share={found.written / Math.max(1, toWrite(found))} />
        </div>
      )}
      {found.state === 'done' && (
        <div className="flex flex-wrap items-center gap-3">
          <CircleCheck className="size-8 text-success" />
          <ButtonLink to={staffPaths.importProducts} variant="outline" size={40}>
            Import another file
          </ButtonLink>
        </div>
      )}
    </section>
  )
}

const toWrite = ({ rows }: ProductImport) => (rows.created ?? 0) + (rows.updated ?? 0)

function sentenceFor(found: ProductImport, leavesPresent: boolean): string {
  const { created = 0, updated = 0, unchanged = 0, refused = 0 } = found.rows
  const namesakes = leavesPresent ? found.namesakes : 0
  const rest = `${unchanged} unchanged, ${refused} refused.`
  if (found.state === 'checked')
    return `Nothing is written yet. ${created - namesakes} to create, ${updated + namesakes} to ${leavesPresent ? 'leave alone' : 'update'}, ${rest}`
  if (found.state === 'running')
    return `${formatCount(found.written)} of ${countLabel(toWrite(found), 'product')} written so far. You may leave this page.`
  return `Done: ${created} created, ${updated} updated, ${rest}`
}

const FAILED = 'Something went wrong, please try again.'
const UNCATEGORISED = 'Uncategorised'

function Start({ found, leavesPresent, onLeavesPresent }: ImportProgressProps) {
  const { data: categories = [] } = useQuery(staffCategoriesQuery())
  const [category, setCategory] = useState('')
  const { created = 0, updated = 0 } = found.rows
  const count = leavesPresent ? created - found.namesakes : created + updated
  const takeOver = useTakeOver()

  function handleStart() {
    const body = { ...(category && { category }), ...(leavesPresent && { leavesPresent }) }
    return takeOver(call('POST /imports/:id/start', { params: { id: found._id }, body }))
  }

  return (
    <div className="flex flex-wrap items-end gap-3">
      {found.withoutCategory > 0 && (
        <Field label={`${countLabel(found.withoutCategory, 'product')} without a category. Put them into …`}>
          {control => (
            <SelectBox
              {...control}
              value={category}
              onChange={event => setCategory(event.target.value)}
              placeholder={UNCATEGORISED}
              options={optionsOf(categories.filter(({ name }) => name !== UNCATEGORISED))}
            />
          )}
        </Field>
      )}
      {updated + found.namesakes > 0 && (
        <label className="flex min-h-10 items-center gap-2">
          <input
            type="checkbox"
            className="size-4.5 accent-ink"
            checked={leavesPresent}
            onChange={event => onLeavesPresent(event.currentTarget.checked)}
          />
          Leave the products that are there as they are
        </label>
      )}
      <ButtonLink to={staffPaths.importProducts} variant="outline" size={40}>
        Choose another file
      </ButtonLink>
      {count === 0 && leavesPresent && (
        <p className="flex min-h-10 items-center text-ink-2">There is nothing new to import.</p>
      )}
      {count > 0 && (
        <Button size={40} onClick={handleStart}>
          {`Import ${countLabel(count, 'product')}`}
        </Button>
      )}
    </div>
  )
}

/** The pictures that the file gives by address: fetched so far, and those that failed. */
export function ImportedPictures({ found }: { found: ProductImport }) {
  const { waiting, done, failed } = found.pictures
  const all = waiting + done + failed
  if (all === 0) return null
  return (
    <section aria-label="Pictures" className="grid gap-4 rounded-tile border border-line bg-surface p-5">
      <p role="status" className="text-ink-2">
        {waiting > 0
          ? `${done + failed} of ${countLabel(all, 'picture')} fetched so far. You may leave this page.`
          : `${countLabel(done, 'picture')} fetched, ${failed} failed.`}
      </p>
      {waiting > 0 && <ProgressBar label="Pictures fetched" share={(done + failed) / all} />}
      {waiting === 0 && failed > 0 && <FailedPictures importId={found._id} />}
    </section>
  )
}

function FailedPictures({ importId }: { importId: string }) {
  const params = { id: importId }
  const takeOver = useTakeOver()

  return (
    <>
      <GrowingList
        queryOf={size => listQuery('GET /imports/:id/failed-pictures', { params, query: { size } })}
        empty="None failed."
      >
        {({ product, name, address, reason }) => (
          <li key={`${product} ${address}`} className="wrap-anywhere py-1">
            <Link to={staffPaths.editProduct(product)} className="font-semibold hover:underline" dir="auto">
              {name}
            </Link>
            <span className="text-danger">{` ${reason}`}</span>
            <span className="type-small block text-ink-2">{address}</span>
          </li>
        )}
      </GrowingList>
      <Button
        size={40}
        className="w-fit"
        onClick={() => takeOver(call('POST /imports/:id/retry-pictures', { params }))}
      >
        Try again
      </Button>
    </>
  )
}

const LOOK_EVERY_MS = 1000

const isAtWork = ({ state, pictures }: ProductImport) =>
  state === 'running' || (state === 'done' && pictures.waiting > 0)

export const importQuery = (id: string) =>
  queryOptions({
    ...dataQuery('GET /imports/:id', { params: { id } }),
    refetchInterval: ({ state }) => (state.data && isAtWork(state.data) ? LOOK_EVERY_MS : false),
    staleTime: 0,
  })

/** Answers a function that takes over the import that a call answers, or says why it was refused. */
function useTakeOver() {
  const queryClient = useQueryClient()
  return async (answer: Promise<{ data: ProductImport }>) => {
    try {
      const { data } = await answer
      queryClient.setQueryData(importQuery(data._id).queryKey, data)
    } catch (error) {
      toastRefusal(error, FAILED)
    }
  }
}
