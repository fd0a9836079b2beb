// What helps somebody in danger, and somebody who worries about another: the same words in the chat and in Q&A.

export const careWords = {
  self: {
    title: '您的话我们很在意，您不必一个人扛',
    lead: '如果此刻有伤害自己的念头，请先让自己安全：',
    steps: [
      '现在就拨打心理援助热线12356，和一个人说说话',
      '已经受伤或有生命危险，请立即拨打120或110',
      '离开高处、水边等地方，把药品、刀具交给身边的人',
      '告诉一位您信任的家人或朋友，请他来陪着您',
    ],
  },
  other: {
    title: '担心身边的人？您可以这样帮他',
    lead: '认真对待他说的话，不争辩、不评判：',
    steps: [
      '陪在他身边或保持通话，不要让他独自一人',
      '直接而平和地询问：“你是不是想过结束生命？”',
      '帮他远离药品、刀具和高处',
      '一起拨打12356；情况紧急时拨打120或110',
    ],
  },
}
