import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { Picture } from './picture.tsx'

afterEach(cleanup)

const url = `/media/${'a'.repeat(32)}-1200.webp`
const show = (picture: Parameters<typeof Picture>[0]['picture']) => {
  const { container } = render(<Picture picture={picture} alt="A red kurta" sizes="50vw" />)
  return { image: screen.getByRole('img', { name: 'A red kurta' }), source: container.querySelector('source') }
}

describe('a picture', () => {
  it('is offered as AVIF where that exists, and in one width as WebP to browsers without AVIF', () => {
    const { image, source } = show({ url, hasAvif: true })

    expect(source?.type).toBe('image/avif')
    expect(source?.srcset).toMatch(/-400\.avif 400w, .*-800\.avif 800w, .*-1200\.avif 1200w$/)
    expect(image.getAttribute('srcset')).toBeNull()
    expect(image.getAttribute('src')).toMatch(/-800\.webp$/)
  })

  it('is WebP only where there is no AVIF, or an older visit did not store whether there is', () => {
    const { image, source } = show({ url, hasAvif: false })
    expect(source).toBeNull()
    expect(image.getAttribute('srcset')).toMatch(/-400\.webp 400w, .*-800\.webp 800w, .*-1200\.webp 1200w$/)
    cleanup()
    expect(show({ url }).source).toBeNull()
  })
})
