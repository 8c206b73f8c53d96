/** The stage CHARGEBACK is a claim, which the seller answers at the provider; no bank has taken anything back. */
export const stageWords = (stage: string): string => (stage === 'CHARGEBACK' ? 'Claim' : providerWords(stage))

/** 'Merchandise not received' from the provider's 'MERCHANDISE_NOT_RECEIVED'. */
export function providerWords(constant: string): string {
  const words = constant.toLowerCase().replaceAll('_', ' ')
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}
