-- Alipay beside WeChat Pay: the stand-in keeps the trades of both, and sends the callbacks of both.
alter table simulated_trade add column provider text not null default 'wechat'
  constraint simulated_trade_provider_known check (provider in ('wechat', 'alipay'));
alter table simulated_callback add column provider text not null default 'wechat'
  constraint simulated_callback_provider_known check (provider in ('wechat', 'alipay'));
