import { useShop } from '../../../lib/shop.ts'
import { PrivacyText, privacyUpdated } from './privacy-text.tsx'
import { TextPage } from './text-page.tsx'

export function PrivacyPage() {
  const shop = useShop()
  return (
    <TextPage
      title="Privacy Policy"
      description={`What ${shop.name} keeps of you, what stays in your browser, who else sees it, and how to have it corrected or deleted.`}
      updated={privacyUpdated}
    >
      <PrivacyText />
    </TextPage>
  )
}
