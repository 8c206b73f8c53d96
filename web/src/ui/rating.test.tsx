import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { Rating } from './rating.tsx'

afterEach(cleanup)

function starsOf(average: number) {
  const { container } = render(<Rating average={average} />)
  return Number(container.querySelector<HTMLElement>('.stars')?.style.getPropertyValue('--halves')) / 2
}

describe('a rating', () => {
  it.each([
    [0, 0],
    [4.5, 4.5],
    [14 / 3, 4.5],
    [4.24, 4],
  ])('of %f shows %f of five stars, to the nearest half (T036, T399)', (average, shown) => {
    expect(starsOf(average)).toBe(shown)
  })

  it('is one image with a full sentence', () => {
    render(<Rating average={4.5} count={12} />)

    expect(screen.getByRole('img', { name: 'Rated 4.5 out of 5 from 12 reviews' }).textContent).toBe('4.5 (12)')
  })
})
