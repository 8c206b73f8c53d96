import type { Media } from '@mela/contract'
import { useWatch } from 'react-hook-form'
import type { ProductValues } from '../product-values.ts'
import { OptionsCard } from './options-card.tsx'
import { useDraft } from './use-draft.ts'
import { VariantsCard } from './variants-card.tsx'

export interface VariantSectionProps {
  /** Id of the first variant, which the product keeps when it gets its first option. */
  firstId: string | undefined
  known: ReadonlyMap<string, Media>
}

/** Options and variants of a product; the code is loaded when it is first shown. Must be inside a `Form`. */
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
