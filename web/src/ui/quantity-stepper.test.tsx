import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { QuantityStepper } from './quantity-stepper.tsx'

afterEach(cleanup)

const units = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Units of Linen kurta' })
const show = (value: number, max: number, onChange = vi.fn()) => {
  render(<QuantityStepper label="Linen kurta" value={value} max={max} onChange={onChange} />)
  return onChange
}

describe('the quantity stepper', () => {
  it.each([
    ['3{Enter}', 3],
    ['99{Enter}', 5],
    ['0{Enter}', 1],
    ['4{Tab}', 4],
    ['x3y{Enter}', 3],
    ['３{Enter}', 3],
  ])('takes the typed %s as %i, within 1 and what there is', async (keys, quantity) => {
    const onChange = show(2, 5)

    await userEvent.click(units())
    await userEvent.keyboard(keys)

    expect(onChange).toHaveBeenCalledExactlyOnceWith(quantity)
  })

  it('says the limit when a higher number was typed, until the number changes', async () => {
    const { rerender } = render(<QuantityStepper label="Linen kurta" value={5} max={5} onChange={vi.fn()} />)
    await userEvent.click(units())
    await userEvent.keyboard('5{Enter}')
    expect(screen.queryByText(/At most/)).toBeNull()

    await userEvent.click(units())
    await userEvent.keyboard('99{Enter}')
    expect(screen.getByText('At most 5 possible')).toBeTruthy()

    rerender(<QuantityStepper label="Linen kurta" value={4} max={5} onChange={vi.fn()} />)
    expect(screen.queryByText(/At most/)).toBeNull()
  })

  it.each(['{Backspace}{Tab}', '4{Escape}{Tab}', '2{Enter}', 'x{Enter}'])('keeps its number after %s', async keys => {
    const onChange = show(2, 5)

    await userEvent.click(units())
    await userEvent.keyboard(keys)

    expect(onChange).not.toHaveBeenCalled()
    expect(units().value).toBe('2')
  })
})
