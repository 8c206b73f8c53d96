import { MOST_OPTIONS, MOST_VARIANTS } from '@mela/contract'
import { Plus, WandSparkles } from 'lucide-react'
import { useState, useSyncExternalStore } from 'react'
import { useFormState, useWatch } from 'react-hook-form'
import { countLabel } from '../../../../lib/format.ts'
import { Button } from '../../../../ui/button.tsx'
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx'
import { ErrorText } from '../../../../ui/error-text.tsx'
import { Card } from '../../../../ui/headings.tsx'
import { outsideForm } from '../../media/media-picker.tsx'
import { type ProductValues, unitsIn, useKnownPictures, type VariantValues } from '../product-values.ts'
import { BulkBar } from './bulk-bar.tsx'
import { bulkText, COLUMNS, type Column, withCell } from './grid-model.ts'
import { AS_PRODUCT } from './grid-row.tsx'
import { OptionEditor } from './option-editor.tsx'
import { addOption, type Draft, generateMissing, lostBy, missingCombinations } from './options-model.ts'
import { PictureDialog } from './picture-dialogs.tsx'
import { type DraftProps, type RowsEdit, useDraft } from './use-draft.ts'
import { VariantCards } from './variant-cards.tsx'
import { VariantGrid, type VariantTableProps } from './variant-grid.tsx'

const WIDE = '(min-width: 768px)'

interface VariantSectionProps {
  /** Id of the first variant, which the product keeps when it gets its first option. */
  firstId: string | undefined
  /** Whether options are about to be added. */
  isAdding: boolean
}

export function VariantSection({ firstId, isAdding }: VariantSectionProps) {
  const edit = useDraft(firstId)
  const { draft, setDraft } = edit
  const [removal, setRemoval] = useState<{ next: Draft; what: string; lost: ReturnType<typeof lostBy> }>()

  function handleRemove(next: Draft, what: string) {
    const lost = lostBy(draft, next)
    if (lost.variants > 0) setRemoval({ next, what, lost })
    else setDraft(next)
  }

  if (!isAdding && draft.options.length === 0) return null
  return (
    <>
      <OptionsCard edit={edit} onRemove={handleRemove} />
      {draft.options.some(({ values }) => values.length > 0) && <VariantsCard edit={edit} onRemove={handleRemove} />}
      {removal && (
        <ConfirmDialog
          title={`Remove ${removal.what}?`}
          action="Remove"
          perform={async () => {
            setDraft(removal.next)
            return { message: '' }
          }}
          onClose={() => setRemoval(undefined)}
        >
          <p className="text-ink-2">
            <span>{countLabel(removal.lost.variants, 'variant')}</span> with{' '}
            <span>{countLabel(removal.lost.units, 'unit')}</span> in stock will no longer be sold once you save. Orders
            keep what was bought, and the history can undo it.
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}

const SUGGESTED = ['Size', 'Colour', 'Material', 'Style']

function OptionsCard(props: DraftProps) {
  const { draft, setDraft } = props.edit
  const { options } = draft
  const [added, setAdded] = useState<number>()

  function handleAddOption() {
    const name = SUGGESTED.find(one => options.every(({ name }) => name !== one)) ?? `Option ${options.length + 1}`
    setAdded(options.length)
    setDraft(addOption(draft, name))
  }

  return (
    <Card title="Options">
      <p className="type-small text-ink-2">What shoppers choose between, such as size and colour.</p>
      <div className="grid gap-4 lg:grid-cols-2 2xl:grid-cols-3">
        {options.map((option, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the names can be edited
          <OptionEditor key={index} {...props} option={option} index={index} isNew={index === added} />
        ))}
      </div>
      {options.length < MOST_OPTIONS && (
        <Button variant="outline" size={40} className="justify-self-start" onClick={handleAddOption}>
          <Plus className="size-4" /> <span>{options.length === 0 ? 'Add an option' : 'Add another option'}</span>
        </Button>
      )}
    </Card>
  )
}

function VariantsCard({ edit, onRemove }: DraftProps) {
  const known = useKnownPictures()
  const { draft, setRows, loaded, errorAt } = edit
  const [price, salePrice, onSale] = useWatch<ProductValues, ['price', 'salePrice', 'onSale']>({
    name: ['price', 'salePrice', 'onSale'],
  })
  const { submitCount } = useFormState()
  const isWide = useIsWide()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [picking, setPicking] = useState<VariantValues[]>()
  const [note, setNote] = useState('')
  const rows = draft.variants
  const isChosen = (row: VariantValues) => selected.has(row.key)
  const chosen = rows.filter(isChosen)
  const isAll = rows.length > 0 && chosen.length === rows.length
  const missing = missingCombinations(draft).length
  const room = MOST_VARIANTS - rows.length
  const setChosen = (change: (row: VariantValues) => VariantValues) =>
    setRows(rows => rows.map(row => (isChosen(row) ? change(row) : row)))

  function handlePicture(media: string, option: string | undefined) {
    const [first] = picking ?? []
    const keys = new Set(picking?.map(({ key }) => key))
    const isSame = (row: VariantValues) => option !== undefined && row.options[option] === first?.options[option]
    setRows(rows => rows.map(row => (keys.has(row.key) || isSame(row) ? { ...row, media } : row)))
  }

  function rowErrors(index: number): VariantTableProps['errors'][number] {
    const ofRow = ['options', '_id'].flatMap(field => errorAt(`variants.${index}.${field}`) ?? [])
    const messages = COLUMNS.map(column => [column, errorAt(`variants.${index}.${column}`)])
    const found = [...messages, ['name', ofRow.join(' ')]].filter(([, message]) => message)
    return found.length > 0 ? Object.fromEntries(found) : undefined
  }

  const table = {
    rows,
    known,
    onSale,
    selected,
    isAll,
    onToggle: (key: string) =>
      setSelected(before => new Set(before.has(key) ? [...before].filter(one => one !== key) : [...before, key])),
    onToggleAll: () => setSelected(new Set(isAll ? [] : rows.map(({ key }) => key))),
    onChange: (change: RowsEdit) => {
      setNote('')
      setRows(change)
    },
    loaded: new Map(loaded.map(row => [row.key, row])),
    errors: rows.map((_, index) => rowErrors(index)),
    inherited: {
      ...{ price, salePrice: onSale && Number(salePrice) > 0 ? salePrice : '–' },
      ...{ content: AS_PRODUCT, weight: AS_PRODUCT },
    },
    onPickPicture: (row: number) => setPicking(rows.slice(row, row + 1)),
  }
  return (
    <Card
      title="Variants"
      action={
        <p className="type-small text-ink-2">
          {`${countLabel(rows.length, 'variant')}, ${countLabel(unitsIn(rows), 'unit')} in stock`}
        </p>
      }
    >
      {missing > 0 && (
        <div className="flex flex-wrap items-center gap-3">
          <Button
            variant={rows.length > 1 ? 'outline' : 'default'}
            size={40}
            disabled={room <= 0}
            onClick={() => edit.setDraft(generateMissing(draft))}
          >
            <WandSparkles className="size-4" />{' '}
            <span>{`Generate missing combinations (${Math.min(missing, Math.max(room, 0))})`}</span>
          </Button>
          {missing > room && (
            <p className="type-small text-warn">A product has {MOST_VARIANTS} variants at the most.</p>
          )}
        </div>
      )}
      {chosen.length > 0 && (
        <BulkBar
          count={chosen.length}
          onSet={(column: Column, text) =>
            setChosen(row => withCell(row, column, bulkText(row, column, text, { price, salePrice, onSale }), onSale))
          }
          onSetActive={isActive => setChosen(row => ({ ...row, isActive }))}
          onPicture={() => setPicking(chosen)}
          onRemove={() =>
            onRemove({ ...draft, variants: rows.filter(row => !isChosen(row)) }, countLabel(chosen.length, 'variant'))
          }
          onClear={() => setSelected(new Set())}
        />
      )}
      {isWide && rows.length > 0 && (
        <VariantGrid
          {...table}
          refusals={submitCount}
          onUndo={edit.undoRows}
          onLeft={left =>
            setNote(left > 0 ? `${countLabel(left, 'row')} did not fit: there are no more variants.` : '')
          }
        />
      )}
      {!isWide && <VariantCards {...table} />}
      <p role="status" className="type-small text-warn empty:hidden">
        {note}
      </p>
      <ErrorText>{errorAt('variants') ?? errorAt('variants.root')}</ErrorText>
      {isWide && rows.length > 0 && (
        <p className="type-small text-ink-2">
          Type over a cell, or press Enter to change it; paste from a spreadsheet; Ctrl D fills down, Ctrl Z takes back;
          Alt and an arrow key move a row; Shift and Space select it. A price, content or weight without a value is the
          product’s.
        </p>
      )}
      {picking &&
        outsideForm(<PictureDialog rows={picking} onChoose={handlePicture} onClose={() => setPicking(undefined)} />)}
    </Card>
  )
}

function onWidth(notify: () => void) {
  const query = globalThis.matchMedia?.(WIDE)
  query?.addEventListener('change', notify)
  return () => query?.removeEventListener('change', notify)
}

const useIsWide = () => useSyncExternalStore(onWidth, () => globalThis.matchMedia?.(WIDE).matches ?? true)
