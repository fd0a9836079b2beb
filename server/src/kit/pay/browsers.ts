// Browsers about which several providers ask, recognised by their user agents.
export const isInWechat = (userAgent: string) => /MicroMessenger/i.test(userAgent)
export const isPhone = (userAgent: string) => /Android|iPhone|iPod|HarmonyOS|Mobile/i.test(userAgent)
