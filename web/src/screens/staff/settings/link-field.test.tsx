import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { z } from 'zod'
import { leaveShop, ok, okPage, stubShop, visit } from '../../../../test/browser.tsx'
import { Form } from '../../../ui/form.tsx'
import { LinkField } from './link-field.tsx'

afterEach(() => {
  cleanup()
  leaveShop()
})

const page = (slug: string, title: string, isPublished: boolean) => ({
  ...{ _id: slug, slug, title, isPublished, updatedAt: null },
})

it('a link is chosen among the pages of the shop, where a draft is greyed with its reason, or typed', async () => {
  stubShop({
    'GET /pages/staff?size=100': okPage([page('care', 'Care', true), page('soon', 'Soon', false)]),
    'GET /categories/staff': ok([{ _id: 'a', slug: 'tees', name: 'Tees', isHidden: false }]),
    'GET /collections': ok([{ _id: 'b', slug: 'gifts', name: 'Gifts', isHidden: true }]),
  })
  const Page = () => (
    <Form schema={z.object({ to: z.string() })} onSubmit={async () => {}} fallback="" defaultValues={{ to: '/sale' }}>
      <LinkField name="to" label="Link" />
    </Form>
  )
  visit('/', [{ path: '/', Component: Page }])

  const draft = await screen.findByRole<HTMLOptionElement>('option', { name: 'Soon (draft: publish it first)' })
  expect(draft.disabled).toBe(true)
  await waitFor(() =>
    expect(screen.getByRole<HTMLOptionElement>('option', { name: 'Gifts (hidden)' }).disabled).toBe(true),
  )
  const choice = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Link: choose' })
  expect(choice.value).toBe('/sale')

  fireEvent.change(choice, { target: { value: '/product-category/tees' } })

  const typed = screen.getByRole<HTMLInputElement>('textbox', { name: 'Link' })
  expect(typed.value).toBe('/product-category/tees')
  fireEvent.change(typed, { target: { value: 'https://example.org/' } })
  expect(choice.value).toBe('')
})
