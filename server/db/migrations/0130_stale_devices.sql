-- Devices that have not been heard of for long are removed by a job.
create index im_device_by_update on im_device (updated_at);
