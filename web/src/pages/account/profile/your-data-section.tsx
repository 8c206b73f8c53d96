import { Download } from 'lucide-react'
import { useState } from 'react'
import { forgetVisitor } from '../../../features/shop/cart/forget-visitor.ts'
import { DeleteAccountDialog } from '../../../features/shop/profile/delete-account-dialog.tsx'
import { ownDataUrl } from '../../../features/shop/profile/profile.api.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { buttonClass } from '../../../ui/buttons/button-class.ts'
import type { Elements } from '../../../ui/layout/elements.ts'
import { ProfileSection } from './profile-section.tsx'

export function YourDataSection({ hasTwoFactor }: { hasTwoFactor: boolean }) {
  const [isDeleting, setIsDeleting] = useState(false)

  return (
    <ProfileSection id="your-data" title="Your data">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 lg:grid-cols-2">
        <PricedCart
          title="Take it along"
          text="All that the shop knows of you in one file: profile, addresses, orders, payments, reviews, and where you are signed in."
        >
          <a href={ownDataUrl} download="my-data.json" className={buttonClass({ variant: 'outline', size: 40 })}>
            <Download /> Download my data
          </a>
        </PricedCart>
        <PricedCart
          title="Leave for good"
          text="Your name, email, addresses and picture are erased. This cannot be undone, nor be done while an order is being packed or on its way."
        >
          <Button variant="outline" size={40} className="text-danger!" onClick={() => setIsDeleting(true)}>
            Delete account
          </Button>
        </PricedCart>
      </div>
      {isDeleting && (
        <DeleteAccountDialog
          hasTwoFactor={hasTwoFactor}
          onClose={() => setIsDeleting(false)}
          onDeleted={forgetVisitor}
        />
      )}
    </ProfileSection>
  )
}

function PricedCart({ title, text, children }: { title: string; text: string; children: Elements }) {
  return (
    <div className="flex flex-col items-start justify-between gap-4 rounded-tile border border-line bg-surface p-5">
      <div className="grid gap-1">
        <h3 className="type-h3">{title}</h3>
        <p className="max-w-[60ch] text-ink-2">{text}</p>
      </div>
      {children}
    </div>
  )
}
