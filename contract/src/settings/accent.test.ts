import { describe, expect, it } from 'vitest'
import { accentColours, accentContrast, nearestAccent } from './accent.ts'
import { settingRules } from './settings.ts'
import { DEFAULT_SHOP } from './shop-info.ts'

describe('an accent colour', () => {
  it('has the contrast that the design says, for the first one', () => {
    expect(accentContrast(DEFAULT_SHOP.accent)).toBeCloseTo(5.3, 0)
    expect(accentColours(DEFAULT_SHOP.accent).light.brand).toBe(DEFAULT_SHOP.accent)
  })

  // Brands: a coffee house, a supermarket, a music service, a furniture store, a courier.
  it.each(['#00704a', '#0050aa', '#1db954', '#ffda1a', '#d40511'])(
    '%s is readable itself, or as its nearest',
    brand => {
      const nearest = nearestAccent(brand, 4.5)

      expect(accentContrast(nearest)).toBeGreaterThanOrEqual(4.5)
      expect(nearest === brand).toBe(accentContrast(brand) >= 4.5)
      expect(settingRules.look.shape.accent.safeParse(nearest).success).toBe(true)
    },
  )

  it('is refused with the nearest that is readable', () => {
    const [issue] = settingRules.look.shape.accent.safeParse('#FFDA1A').error?.issues ?? []

    expect(issue?.message).toMatch(
      /contrast of 1\.3 : 1 and needs 4\.5\. The nearest colour that has it is #[0-9a-f]{6}\./,
    )
  })
})
