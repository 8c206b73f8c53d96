import { useState } from 'react'
import { useShop } from '../lib/shop.ts'
import { Button } from '../ui/button.tsx'
import { toastRefusal } from '../ui/toast.tsx'

/** Leave for the provider with the cart. `prepare` answers false when something must be chosen first. */
export function ExpressButtons({ prepare = () => true }: { prepare?: () => boolean }) {
  const { express = [] } = useShop()
  const [isStarting, setIsStarting] = useState(false)

  async function start(name: (typeof express)[number]['name']) {
    if (!prepare()) return
    setIsStarting(true)
    try {
      // Loaded with the press: it prices the cart, whose code is no part of a first view.
      const { startExpress } = await import('./start-express.ts')
      await startExpress(name)
    } catch (error) {
      toastRefusal(error)
    }
    setIsStarting(false)
  }

  return express.map(({ name, displayName, mode }) => (
    <Button key={name} variant="outline" wide loading={isStarting} onClick={() => start(name)}>
      {mode === 'test' ? `Pay with TEST ${displayName}` : `Pay with ${displayName}`}
    </Button>
  ))
}
