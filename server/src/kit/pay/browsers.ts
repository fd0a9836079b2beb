// Browsers that decide how a payer can pay, recognised by their user agents.
export const isInWechat = (userAgent: string) => /MicroMessenger/i.test(userAgent)
export const isInAlipay = (userAgent: string) => /AlipayClient/i.test(userAgent)
export const isPhone = (userAgent: string) => /Android|iPhone|iPod|HarmonyOS|Mobile/i.test(userAgent)
