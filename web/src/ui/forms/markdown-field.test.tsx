import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { Form } from './form.tsx'
import { MarkdownField } from './markdown-field.tsx'

afterEach(cleanup)

function open(text: string) {
  render(
    <Form schema={z.object({ body: z.string() })} defaultValues={{ body: text }} onSubmit={() => {}} fallback="">
      <MarkdownField name="body" label="Text" help="Markdown" rows={4} />
    </Form>,
  )
  const area = screen.getByLabelText<HTMLTextAreaElement>('Text')
  area.focus()
  area.setSelectionRange(0, text.length)
  return area
}

describe('the editor of a text in Markdown', () => {
  it('formats the selection by its keys, and leaves it selected', async () => {
    const area = open('linen')

    await userEvent.keyboard('{Control>}b{/Control}')

    expect(area.value).toBe('**linen**')
    expect(document.activeElement).toBe(area)
    await userEvent.keyboard('{Control>}b{/Control}')
    expect(area.value).toBe('linen')
  })

  it.each([
    ['Bold', '**linen**'],
    ['Italic', '*linen*'],
    ['Heading', '## linen'],
    ['List', '- linen'],
    ['Numbered list', '1. linen'],
    ['Link', '[linen](https://)'],
  ])('has a button for %s that the keyboard reaches and presses', async (name, value) => {
    const area = open('linen')
    const button = screen.getByRole('button', { name })

    button.focus()
    await userEvent.keyboard('{Enter}')

    expect(area.value).toBe(value)
    expect(screen.getByRole('toolbar', { name: 'Formatting' }).contains(button)).toBe(true)
  })
})
