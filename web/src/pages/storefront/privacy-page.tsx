import { PrivacyText, privacyUpdated } from './privacy-text.tsx'
import { TextPage } from './text-page.tsx'

export function PrivacyPage() {
  return (
    <TextPage title="Privacy Policy" updated={privacyUpdated}>
      <PrivacyText />
    </TextPage>
  )
}
