-- True once `leave-demo` has made the shop its owner's: it is neither seeded again nor offers the demo's admin.
alter table settings add column has_left_demo boolean not null default false;
update settings set has_left_demo = exists (select from audit_log where action = 'demo.left');
