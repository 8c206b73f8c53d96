import { useId } from 'react'
import { SubmitSelect } from '../../../ui/controls/submit-select.tsx'
import { GetForm } from '../../../ui/forms/get-form.tsx'

interface PictureFilterProps {
  action: string
  withoutPicture: boolean
  /** The query of the page's address; its other keys are kept. */
  params: URLSearchParams
}

/** Finds the products that still need a picture, such as imported ones. */
export function PictureFilter({ action, withoutPicture, params }: PictureFilterProps) {
  const id = useId()

  return (
    <GetForm action={action} kept={[...params].filter(([name]) => name !== 'withoutPicture' && name !== 'page')}>
      <label htmlFor={id} className="sr-only">
        Pictures
      </label>
      <SubmitSelect
        id={id}
        name="withoutPicture"
        defaultValue={withoutPicture ? 'true' : ''}
        submitLabel="Show"
        className="min-h-11! border-line!"
      >
        <option value="">All products</option>
        <option value="true">Without picture</option>
      </SubmitSelect>
    </GetForm>
  )
}
