import { type Media, MOST_VARIANTS, optionsText } from '@mela/contract'
import { WandSparkles } from 'lucide-react'
import { useState, useSyncExternalStore } from 'react'
import { useFormState, useWatch } from 'react-hook-form'
import { countLabel } from '../../../../lib/format.ts'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { ErrorText } from '../../../../ui/error-text.tsx'
import { outsideForm } from '../../media/media-picker.tsx'
import { FormCard } from '../product-cards.tsx'
import { type ProductValues, unitsIn, type VariantValues } from '../product-values.ts'
import { BulkBar } from './bulk-bar.tsx'
import { bulkText, COLUMNS, type Column, withCell } from './grid-model.ts'
import type { RowErrors } from './grid-row.tsx'
import { OptionsCard, RemoveDialog } from './options-card.tsx'
import { type Draft, generateMissing, lostBy, missingCombinations } from './options-model.ts'
import { PictureChoice } from './swatch-dialog.tsx'
import { messageAt, type RowsEdit, useDraft } from './use-draft.ts'
import { VariantCards } from './variant-cards.tsx'
import { VariantGrid } from './variant-grid.tsx'

const WIDE = '(min-width: 768px)'

interface VariantSectionProps {
  /** Id of the first variant, which the product keeps when it gets its first option. */
  firstId: string | undefined
  known: ReadonlyMap<string, Media>
}

/** Options and variants of a product. Must be inside a `Form`. */
export function VariantSection({ firstId, known }: VariantSectionProps) {
  const { draft, setDraft, setRows, undoRows, plainVariant, errors, loaded } = useDraft(firstId)
  const [thumbnail, gallery] = useWatch<ProductValues, ['thumbnail', 'gallery']>({ name: ['thumbnail', 'gallery'] })
  const pictures = [...new Set([thumbnail, ...gallery])].flatMap(id => known.get(id) ?? [])
  const shared = { draft, onChange: setDraft, pictures, known }

  return (
    <>
      <OptionsCard {...shared} plainVariant={plainVariant} errors={errors.options} />
      {draft.options.some(({ values }) => values.length > 0) && (
        <VariantsCard {...shared} onRows={setRows} onUndo={undoRows} loaded={loaded} errors={errors.variants} />
      )}
    </>
  )
}

interface VariantsCardProps {
  draft: Draft
  onChange: (draft: Draft) => void
  onRows: (edit: RowsEdit) => void
  /** Undoes the last change of the rows. */
  onUndo: () => void
  loaded: VariantValues[]
  errors: unknown
  pictures: Media[]
  known: ReadonlyMap<string, Media>
}

/** The variants, as a grid or as cards. */
function VariantsCard({ draft, onChange, onRows, onUndo, loaded, errors, pictures, known }: VariantsCardProps) {
  const [price, salePrice, onSale] = useWatch<ProductValues, ['price', 'salePrice', 'onSale']>({
    name: ['price', 'salePrice', 'onSale'],
  })
  const { submitCount } = useFormState()
  const isWide = useIsWide()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [picking, setPicking] = useState<VariantValues[]>()
  const [removing, setRemoving] = useState<Draft>()
  const [note, setNote] = useState('')
  const rows = draft.variants
  const chosen = rows.filter(({ key }) => selected.has(key))
  const missing = missingCombinations(draft).length
  const room = MOST_VARIANTS - rows.length
  const isChosen = (row: VariantValues) => selected.has(row.key)
  const setChosen = (edit: (row: VariantValues) => VariantValues) =>
    onRows(rows => rows.map(row => (isChosen(row) ? edit(row) : row)))

  function handleRemove() {
    const next = { ...draft, variants: rows.filter(row => !isChosen(row)) }
    if (lostBy(draft, next).variants > 0) setRemoving(next)
    else removeRows(next)
  }

  function removeRows(next: Draft) {
    setSelected(new Set())
    setRemoving(undefined)
    onChange(next)
  }

  function handlePicture(media: string, option: string | undefined) {
    const [first] = picking ?? []
    const keys = new Set(picking?.map(({ key }) => key))
    const isSame = (row: VariantValues) => option !== undefined && row.options[option] === first?.options[option]
    onRows(rows => rows.map(row => (keys.has(row.key) || isSame(row) ? { ...row, media } : row)))
  }

  const table = {
    ...{ rows, known, onSale, selected, onSelect: setSelected },
    onChange: (edit: RowsEdit) => {
      setNote('')
      onRows(edit)
    },
    loaded: new Map(loaded.map(row => [row.key, row])),
    errors: rows.map((_, index) => rowErrors(errors, index)),
    inherited: { price, salePrice: onSale && Number(salePrice) > 0 ? salePrice : '–' },
    onPickPicture: (row: number) => setPicking(rows.slice(row, row + 1)),
  }
  const error = messageAt(errors) ?? messageAt(errors, 'root')
  return (
    <FormCard
      title="Variants"
      aside={
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
            onClick={() => onChange(generateMissing(draft))}
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
          onRemove={handleRemove}
          onClear={() => setSelected(new Set())}
        />
      )}
      {isWide && rows.length > 0 && (
        <VariantGrid
          {...table}
          refusals={submitCount}
          onUndo={onUndo}
          onLeft={left =>
            setNote(left > 0 ? `${countLabel(left, 'row')} did not fit: there are no more variants.` : '')
          }
        />
      )}
      {!isWide && <VariantCards {...table} />}
      <p role="status" className="type-small text-warn empty:hidden">
        {note}
      </p>
      <ErrorText>{error}</ErrorText>
      {isWide && rows.length > 0 && (
        <p className="type-small text-ink-2">
          Type over a cell, or press Enter to change it; paste from a spreadsheet; Ctrl D fills down, Ctrl Z takes back;
          Alt and an arrow key move a row; Shift and Space select it. A price without a value is the product’s.
        </p>
      )}
      {picking &&
        outsideForm(
          <PictureDialog
            rows={picking}
            pictures={pictures}
            onChoose={handlePicture}
            onClose={() => setPicking(undefined)}
          />,
        )}
      {removing && (
        <RemoveDialog
          what={countLabel(chosen.length, 'variant')}
          lost={lostBy(draft, removing)}
          onConfirm={() => removeRows(removing)}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </FormCard>
  )
}

function rowErrors(errors: unknown, index: number): RowErrors | undefined {
  const ofRow = ['options', 'version', '_id'].flatMap(field => messageAt(errors, index, field) ?? [])
  const messages = COLUMNS.map(column => [column, messageAt(errors, index, column)])
  const found = [...messages, ['name', ofRow.join(' ')]].filter(([, message]) => message)
  return found.length > 0 ? Object.fromEntries(found) : undefined
}

function onWidth(notify: () => void) {
  const query = globalThis.matchMedia?.(WIDE)
  query?.addEventListener('change', notify)
  return () => query?.removeEventListener('change', notify)
}

const useIsWide = () => useSyncExternalStore(onWidth, () => globalThis.matchMedia?.(WIDE).matches ?? true)

interface PictureDialogProps {
  /** The variants that get the picture. */
  rows: VariantValues[]
  pictures: Media[]
  /** With `option`, the picture is for all variants that have the same value of this option as the first one. */
  onChoose: (media: string, option: string | undefined) => void
  onClose: () => void
}

/** Chooses the picture of variants among the pictures of the product. */
function PictureDialog({ rows, pictures, onChoose, onClose }: PictureDialogProps) {
  const [first] = rows
  const [media, setMedia] = useState(first?.media ?? '')
  const [option, setOption] = useState<string>()
  const values = rows.length === 1 ? Object.entries(first?.options ?? {}) : []

  function handleUse(media: string) {
    onChoose(media, option)
    onClose()
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={
        rows.length === 1 ? `Picture of ${optionsText(first?.options ?? {})}` : `Picture of ${rows.length} variants`
      }
      footer={
        <>
          <Button variant="outline" onClick={() => handleUse('')}>
            No picture
          </Button>
          <Button disabled={media === ''} onClick={() => handleUse(media)}>
            Use picture
          </Button>
        </>
      }
    >
      <PictureChoice legend="Pictures of the product" pictures={pictures} chosen={media} onChoose={setMedia} />
      {values.map(([name, value]) => (
        <label key={name} className="flex items-center gap-3">
          <input
            type="checkbox"
            className="size-4.5 accent-ink"
            checked={option === name}
            onChange={event => setOption(event.currentTarget.checked ? name : undefined)}
          />
          <span>{`Same picture for every variant in ${optionsText({ [name]: value })}`}</span>
        </label>
      ))}
    </Dialog>
  )
}
