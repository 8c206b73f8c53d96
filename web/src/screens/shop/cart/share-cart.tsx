import { paths, SHARED_CART_DAYS } from '@mela/contract'
import { Share2 } from 'lucide-react'
import { useId, useState } from 'react'
import { call } from '../../../lib/api.ts'
import { linesToSave } from '../../../shared/cart/account-cart.store.ts'
import { currentCart } from '../../../shared/cart/cart.store.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { toastRefusal } from '../../../ui/toast.tsx'

/** Makes a link that shows the products of the cart, without anything about the person. */
export function ShareCart() {
  const [link, setLink] = useState<string>()

  async function share() {
    try {
      const { data } = await call('POST /cart/shared', { body: { lines: linesToSave(currentCart().items) } })
      setLink(new URL(paths.sharedCart(data.token), location.origin).href)
    } catch (error) {
      toastRefusal(error)
    }
  }

  return (
    <>
      <Button variant="ghost" size={40} className="-ml-4 w-fit" onClick={share}>
        <Share2 className="size-4!" /> <span>Share cart</span>
      </Button>
      {link && <LinkDialog link={link} onClose={() => setLink(undefined)} />}
    </>
  )
}

function LinkDialog({ link, onClose }: { link: string; onClose: () => void }) {
  const id = useId()

  return (
    <Dialog title="Share your cart" onClose={onClose}>
      <div className="grid gap-3">
        <label htmlFor={id} className="text-ink-2">
          {`Who opens this link sees these products at the prices of that day, and can take them over. It works for ${SHARED_CART_DAYS} days.`}
        </label>
        <div className="flex items-center gap-2">
          <input
            id={id}
            data-first
            readOnly
            value={link}
            className="control grow"
            onFocus={event => event.currentTarget.select()}
          />
          <CopyButton what="link" text={link} />
        </div>
      </div>
    </Dialog>
  )
}
