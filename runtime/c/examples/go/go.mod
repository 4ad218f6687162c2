module example/best

go 1.19
